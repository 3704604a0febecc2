import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { includedPackages, noticesText } from "../../provider/pack/notices.ts";
import { bundledModules, bundles } from "./bundle.ts";
import { pages } from "./pages.ts";

// `npm run build -w policies`: writes what is built from the rules.
for (const { file, make } of bundles) await writeFile(file, await make(), { mode: 0o755 });
for (const [path, text] of pages()) await writeFile(fileURLToPath(new URL(`../${path}`, import.meta.url)), text);
const notices = noticesText("dist", includedPackages(await bundledModules()));
await writeFile(fileURLToPath(new URL("../THIRD-PARTY-NOTICES.txt", import.meta.url)), notices);
