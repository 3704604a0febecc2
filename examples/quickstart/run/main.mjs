import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Runs the module of a command: `node main.mjs start`. The compile cache keeps the compiled TypeScript and emulator; without it,
 * Node loads its TypeScript compiler at each start.
 */
const [name] = process.argv.splice(2, 1);
enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/node-compile", import.meta.url)));
await import(`./${name}.ts`);
