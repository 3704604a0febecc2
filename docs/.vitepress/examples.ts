import { globSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { StateCore } from "markdown-it/index.js";
import schema from "../../provider/pulumi/native/schema.json" with { type: "json" };

const root = fileURLToPath(new URL("../..", import.meta.url));

const languages: Readonly<Record<string, string>> = {
  python: "Python",
  go: "Go",
  csharp: "C#",
  java: "Java",
  yaml: "YAML",
};

const described: Readonly<Record<string, { description?: string }>> = { ...schema.resources, ...schema.functions };

/**
 * Puts the examples of the native schema beside the first example in TypeScript of each resource and function of the reference. On
 * GitHub, which has no tabs, the pages show TypeScript alone.
 */
export function languageTabs(state: StateCore): void {
  if (!String(state.env.relativePath ?? "").startsWith("docs/reference/")) return;
  state.src = state.src.replace(
    /^(#+ (\w+)\.(\w+)\n)([\s\S]*?)^(```ts\n[\s\S]*?^```\n)/gm,
    (_, heading: string, module: string, name: string, text: string, example: string) =>
      `${heading}${text}${tabs([example.replace("\n", " [TypeScript]\n"), ...otherLanguages(`cloudplatform:${module}:${name}`)])}`,
  );
}

/** Puts the files of an example's program below its README: on GitHub they are in the same folder. */
export function exampleFiles(state: StateCore): void {
  const [, folder] = /^(examples\/[\w-]+)\/README\.md$/.exec(String(state.env.relativePath ?? "")) ?? [];
  if (folder === undefined) return;
  const files = globSync("*.{ts,js}", { cwd: `${root}/${folder}` }).sort((one, other) => rank(one) - rank(other));
  const blocks = files.map((file) => {
    const text = readFileSync(`${root}/${folder}/${file}`, "utf8");
    return `\`\`\`${extname(file).slice(1)} [${file}]\n${text}\`\`\`\n`;
  });
  state.src = `${state.src}\n## Files\n\n${tabs(blocks)}`;
}

/** The program itself, what it imports, and its tests. */
function rank(file: string): number {
  return file.startsWith("index.") ? 0 : file.includes(".test.") ? 2 : 1;
}

function otherLanguages(token: string): string[] {
  const { description = "" } = described[token] ?? {};
  return Object.entries(languages).flatMap(([language, label]) => {
    const [, example] = description.split(`\`\`\`${language}\n`);
    return example === undefined ? [] : [`\`\`\`${language} [${label}]\n${example.split("```")[0]}\`\`\`\n`];
  });
}

function tabs(blocks: readonly string[]): string {
  return `::: code-group\n${blocks.join("")}:::\n`;
}
