import { nearest } from "../service/names";

/** What an image is, however it is written. */
interface Image {
  readonly name: string;
  /** `["24", "04"]` */
  readonly version: readonly string[];
  readonly is32Bit: boolean;
}

/** The releases that people call by another name, as the codes have them. */
const releases: Readonly<Record<string, string>> = {
  bullseye: "deb11",
  bookworm: "deb12",
  trixie: "deb13",
  focal: "ubuntu2004",
  jammy: "ubuntu2204",
  noble: "ubuntu2404",
};

function imageIn(word: string): Image {
  const plain = word.toLowerCase().replace(/[\s_.:/-]*(?:x?64|amd64|x86[_-]64)(?:[\s-]*bit)?$/, "");
  const short = plain.replace(/[\s_.:/-]*(?:32(?:[\s-]*bit)?|i[36]86|x86)$/, "");
  const letters = short.replace(/\blinux\b|gnu|stream|server|lts|release|[^a-z]/g, "");
  const release = Object.keys(releases).find((name) => letters.endsWith(name));
  if (release !== undefined) return imageIn(releases[release] ?? "");
  return {
    name: letters.replace(/linux$/, "").replace(/^debian/, "deb"),
    version: short.match(/\d+/g) ?? [],
    is32Bit: short !== plain,
  };
}

/** Whether a version as written is that of a code: 24.04.1 and 24 are 2404, 12.5 is 12. */
function isRelease(written: readonly string[], [digits = ""]: readonly string[]): boolean {
  const prefixes = written.map((_, at) => written.slice(0, at + 1).join(""));
  return (
    prefixes.includes(digits) ||
    (written.length === 1 && written[0]?.length === 2 && /^\d{4}$/.test(digits) && digits.startsWith(written[0]))
  );
}

/** The code that a word means for an image: the same system in the same release, or none. */
export function imageMeant(word: string, codes: readonly string[]): string | undefined {
  const meant = imageIn(word);
  const images = codes.map((code) => ({ code, ...imageIn(code), is64Bit: /64$/.test(code) }));
  const name = images.some((image) => image.name === meant.name)
    ? meant.name
    : nearest(
        meant.name,
        images.map((image) => image.name),
      );
  const [first, ...others] = images
    .filter((image) => image.name === name && !(meant.is32Bit && image.is64Bit))
    .filter(({ version }) => meant.version.length === 0 || isRelease(meant.version, version))
    .sort((a, b) => Number(b.is64Bit) - Number(a.is64Bit));
  // Without a version, each of several releases may be meant.
  return others.some(({ version }) => version[0] !== first?.version[0]) ? undefined : first?.code;
}
