/**
 * The program that the demo runs, and how a scene changes it.
 *
 * @typedef {{ name: string, memoryMb?: number, distro?: string, protect?: boolean }} Server
 */

/** @param {readonly Server[]} servers */
export const programOf = (servers) => [
  'import { Vps } from "pulumi-rimuhosting";',
  "",
  ...servers.flatMap(declarationOf),
];

/** On lines short enough for any terminal. */
function declarationOf({ name, memoryMb, distro, protect }) {
  const args = [
    `domainName: "${name}.example.com"`,
    ...(distro === undefined ? [] : [`distro: "${distro}"`]),
    ...(memoryMb === undefined ? [] : [`memoryMb: ${memoryMb}`]),
  ].join(", ");
  if (!protect) return [`new Vps("${name}", { ${args} });`];
  return ["new Vps(", `  "${name}",`, `  { ${args} },`, "  { protect: true },", ");"];
}

/** The lines that go, marked "-", and the ones that come, marked "+". */
export function differences(before, after) {
  const gone = before.filter((line) => !after.includes(line));
  const come = after.filter((line) => !before.includes(line));
  return [...gone.map((line) => `- ${line}`), ...come.map((line) => `+ ${line}`)];
}
