import { chmodSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as zod from "zod";
import { copyPublicDeclarations } from "./declarations.mjs";
import { noticesOf } from "./notices.mjs";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const DIST = join(REPOSITORY, "dist");

/** What `package.json` exports. */
const EXPORTED = ["index", "dynamic", "testing/index"];
const COMMAND_LINE = "cli/main";

/** Libraries with files of their own, which all entries share; most runs load got late or not at all. `package.json` says where the names lead. */
const LIBRARIES = { got: "#got", zod: "#zod" };

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

/** What the provider uses of zod besides types, whose names begin with a dollar: all of it would take three times as long to load. */
const usedOfZod = () => {
  const sources = globSync("provider/**/*.ts", { cwd: REPOSITORY }).map((file) =>
    readFileSync(join(REPOSITORY, file), "utf8"),
  );
  const names = sources.flatMap((text) => [...text.matchAll(/\bz\.(\w+)(?!\.\$|\w)/g)].map(([, name]) => name));
  return [...new Set(names)].filter((name) => name in zod).sort();
};

const library = (name, contents) =>
  build({ ...common, stdin: { contents, resolveDir: REPOSITORY }, outfile: `dist/${name}.js` });

const bundles = await Promise.all([
  build({
    ...common,
    outdir: "dist",
    outbase: "provider",
    entryPoints: [...EXPORTED, COMMAND_LINE].map((entry) => `provider/${entry}.ts`),
    external: ["@pulumi/pulumi", "pulumi-rimuhosting", ...Object.values(LIBRARIES)],
    alias: LIBRARIES,
  }),
  library("got", 'export * from "got"; export { default } from "got";'),
  library("zod", `export { ${usedOfZod().join(", ")} } from "zod";`),
]);
chmodSync(join(DIST, `${COMMAND_LINE}.js`), 0o755);
writeFileSync(join(DIST, "THIRD-PARTY-NOTICES.txt"), noticesOf(REPOSITORY, bundles));
copyPublicDeclarations(join(REPOSITORY, ".cache", "declarations"), DIST, EXPORTED);
