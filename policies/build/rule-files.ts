import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL("../rules/", import.meta.url);

/** The file that lists all rules of the folder `rules`. */
const listFile = new URL("all.ts", folder);

/** Builds the text of the list. Everything that a file of the folder exports is a rule, or a list of rules. */
function listText(): string {
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !["all.ts", "index.ts"].includes(name));
  const exported = files.sort().map((file) => {
    const names = [...readFileSync(new URL(file, folder), "utf8").matchAll(/^export const (\w+)/gm)].map(
      ([, name]) => name,
    );
    return `export { ${names.join(", ")} } from "./${file}";`;
  });
  return `// Written by \`npm run build -w policies\` from the files of this folder; do not edit.\n\n${exported.join("\n")}\n`;
}

if (import.meta.main) writeFileSync(listFile, listText());
