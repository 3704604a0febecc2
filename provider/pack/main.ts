import { rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pack } from "./pack.ts";
import { packages, root } from "./packages.ts";

/**
 * `npm run pack [-- <folder>]`: writes installable packages to `dist/`, or to the folder. In the checkout Node runs the TypeScript
 * itself; below `node_modules` it does not, so what is installed must be JavaScript.
 */
const [, , folder = "dist"] = process.argv;
const out = resolve(root, folder);

// Other commands have files there, too.
for (const one of packages) rmSync(join(out, one.folder), { recursive: true, force: true });
for (const one of packages) console.log(relative(root, await pack(one, out)));
