import type { VpsInputs } from "../vps/vps-inputs";

/** Wanted total sizes in MB. What is left out is kept, or chosen by the service; a further disk of 0 is none. */
export type VpsSizes = Pick<VpsInputs, "memoryMb" | "diskSpaceMb" | "diskSpace2Mb" | "diskSpace3Mb">;

export const sizesToWire = (sizes: VpsSizes) => ({
  memory_mb: sizes.memoryMb,
  disk_space_mb: sizes.diskSpaceMb,
  disk_space_2_mb: sizes.diskSpace2Mb,
  disk_space_3_mb: sizes.diskSpace3Mb,
});
