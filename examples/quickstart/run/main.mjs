import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Runs the module of a command: `node main.mjs start`. Node takes its TypeScript, and the emulator, from where they are compiled; without
 * that it loads its own compiler at each start.
 */
const [name] = process.argv.splice(2, 1);
enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/node-compile", import.meta.url)));
await import(`./${name}.ts`);
