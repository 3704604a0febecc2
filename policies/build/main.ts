import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { bundle, bundleFile } from "./bundle.ts";
import { pages } from "./pages.ts";

// `npm run build -w policies`: writes what is made from the rules.
await writeFile(bundleFile, await bundle());
for (const [path, text] of pages()) await writeFile(fileURLToPath(new URL(`../${path}`, import.meta.url)), text);
