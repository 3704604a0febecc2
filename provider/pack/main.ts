import { rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pack } from "./pack.ts";
import { packages, root } from "./packages.ts";

/**
 * `npm run pack [-- <folder>]`: writes installable packages to `dist/`, or to the folder. Node runs TypeScript in the checkout,
 * but not below `node_modules`, so installed packages must be JavaScript.
 */
const [, , folder = "dist"] = process.argv;
const out = resolve(root, folder);

// Other commands write to this folder, too.
for (const one of packages) rmSync(join(out, one.folder), { recursive: true, force: true });
for (const one of packages) console.log(relative(root, await pack(one, out)));
