import { fileURLToPath } from "node:url";
import { buildPlugin } from "./build.ts";

/** `npm run native`: builds the plugin into dist/native. */
const { file } = await buildPlugin(fileURLToPath(new URL("../../dist/native", import.meta.url)));
console.log(file);
