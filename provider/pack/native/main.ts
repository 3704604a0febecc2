import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildPlugin } from "./build.ts";
import { buildExecutable } from "./executable.ts";

/** `npm run native`: builds the plugin into dist/native; with `--executable` also as one file with its Node.js. */
const { values } = parseArgs({ options: { executable: { type: "boolean" } } });
const dist = fileURLToPath(new URL("../../../dist", import.meta.url));
const { file } = await buildPlugin(`${dist}/native`);
console.log(file);
if (values.executable === true)
  console.log(await buildExecutable(file, `${dist}/native-${process.platform}-${process.arch}`));
