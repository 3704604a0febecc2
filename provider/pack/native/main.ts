import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeArchives } from "./archives.ts";
import { buildPlugin } from "./build.ts";
import { buildExecutable } from "./executable.ts";

/**
 * `npm run native`: builds the plugin into dist/native. `--executable` also builds a single file that includes Node.js, and
 * `--archives` the archives of a release.
 */
const { values } = parseArgs({ options: { executable: { type: "boolean" }, archives: { type: "boolean" } } });
const dist = fileURLToPath(new URL("../../../dist", import.meta.url));
const { file } = await buildPlugin(`${dist}/native`);
console.log(file);
if (values.executable === true)
  console.log(await buildExecutable(file, `${dist}/native-${process.platform}-${process.arch}`));
if (values.archives === true) {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  for (const made of await writeArchives(dist, version)) console.log(made);
}
