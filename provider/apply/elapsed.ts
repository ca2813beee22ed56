/** `45 s`, `12 min 05 s`, `2 h 05 min` */
export function elapsed(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  const twoDigits = (count: number): string => String(count).padStart(2, "0");
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${twoDigits(Math.floor((seconds % 3600) / 60))} min`;
}
