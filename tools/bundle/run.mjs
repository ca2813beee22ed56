import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { copyPublicDeclarations } from "./declarations.mjs";
import { noticesOf } from "./notices.mjs";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const DIST = join(REPOSITORY, "dist");

/** What `package.json` exports. */
const EXPORTED = ["index", "dynamic/index", "testing/index"];
const COMMAND_LINE = "cli/main";

/** The HTTP library, a file of its own: most runs load it late or not at all. `package.json` says where the name leads. */
const HTTP = "#got";

/** CommonJS, because Pulumi programs are. Readable, because people look into what runs with their keys. */
const common = {
  absWorkingDir: REPOSITORY,
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node22.12",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
};

const [provider, http] = await Promise.all([
  build({
    ...common,
    outdir: "dist",
    outbase: "provider",
    entryPoints: [...EXPORTED, COMMAND_LINE].map((entry) => `provider/${entry}.ts`),
    external: ["@pulumi/pulumi", "pulumi-rimuhosting", HTTP],
    alias: { got: HTTP },
  }),
  build({
    ...common,
    stdin: { contents: 'export * from "got"; export { default } from "got";', resolveDir: REPOSITORY },
    outfile: "dist/got.js",
  }),
]);
chmodSync(join(DIST, `${COMMAND_LINE}.js`), 0o755);
writeFileSync(join(DIST, "THIRD-PARTY-NOTICES.txt"), noticesOf(REPOSITORY, [provider, http]));
copyPublicDeclarations(join(REPOSITORY, ".cache", "declarations"), DIST, EXPORTED);
