import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { REPOSITORY } from "./cli/environment";

interface OfferedPackage {
  /** The package's folder; undefined for one that is offered as a packed file. */
  readonly folder: string | undefined;
  readonly tarball: string | undefined;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** By name and version. */
type Offer = Map<string, Map<string, OfferedPackage>>;

export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A registry on this machine, from which the real npm installs: both packages of this repository as `npm pack` packs them, and all
 * others as this repository has installed them.
 */
export async function startRegistry(directory: string): Promise<Registry> {
  const offer = installedPackages();
  for (const folder of [REPOSITORY, join(REPOSITORY, "simulator")]) add(offer, packed(folder, directory));
  const server = createServer((request, response) => {
    const [name = "", version] = decodeURIComponent(request.url ?? "")
      .slice(1)
      .split("/-/");
    const versions = offer.get(name);
    const one = version === undefined ? undefined : versions?.get(version);
    if (one !== undefined) response.end(tarballOf(one));
    else if (versions !== undefined && version === undefined) {
      response.end(JSON.stringify(document(name, versions, `http://${request.headers.host}`)));
    } else response.writeHead(404).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/`, close };
}

function installedPackages(): Offer {
  const offer: Offer = new Map();
  const { packages } = readJson(join(REPOSITORY, "package-lock.json")) as { packages: Record<string, object> };
  for (const [path, entry] of Object.entries(packages)) {
    const folder = join(REPOSITORY, path);
    if (!path.includes("node_modules/") || "link" in entry || !existsSync(folder)) continue;
    add(offer, { folder, tarball: undefined, manifest: readJson(join(folder, "package.json")) });
  }
  return offer;
}

function packed(folder: string, directory: string): OfferedPackage {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", directory];
  const output = execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const [{ filename }] = JSON.parse(output) as [{ filename: string }];
  const manifest = readJson(join(folder, "package.json"));
  return { folder: undefined, tarball: join(directory, filename), manifest };
}

function add(offer: Offer, one: OfferedPackage): void {
  const name = String(one.manifest["name"]);
  const versions = offer.get(name) ?? new Map<string, OfferedPackage>();
  offer.set(name, versions.set(String(one.manifest["version"]), one));
}

/** What a registry says about a package. Of several versions, the one that nothing is nested under is the latest. */
function document(name: string, versions: ReadonlyMap<string, OfferedPackage>, url: string) {
  const top = [...versions].find(([, { folder }]) => folder === join(REPOSITORY, "node_modules", name));
  const listed = [...versions].map(([version, { manifest }]) => [
    version,
    { ...manifest, dist: { tarball: `${url}/${name}/-/${version}` } },
  ]);
  const [latest] = top ?? [...versions.keys()];
  return { name, "dist-tags": { latest }, versions: Object.fromEntries(listed) };
}

function tarballOf({ folder, tarball }: OfferedPackage): Buffer {
  if (tarball !== undefined) return readFileSync(tarball);
  // npm takes away the first folder, whatever its name.
  const args = ["-cf", "-", "--exclude", "node_modules", "-C", dirname(String(folder)), basename(String(folder))];
  return execFileSync("tar", args, { maxBuffer: 1024 ** 3 });
}

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, "utf8"));
}
