import { type LookupPage, lookupPages } from "./lookup-pages.ts";

const header = "// Written by `npm run generate` from the functions in provider/functions; do not edit.";

/** The functions of each area as programs use them, with their `…Output` forms, by file. */
export function outputForms(): Map<string, string> {
  const areas = [...Map.groupBy(lookupPages, ({ area }) => area)];
  return new Map(areas.map(([area, pages]) => [`${area}.ts`, moduleText(area, pages)]));
}

function moduleText(area: string, pages: readonly LookupPage[]): string {
  const functions = `"../../../../functions/${area}.ts"`;
  const parts = [
    header,
    `import { ${imported(pages).join(", ")} } from ${functions};\nimport { outputOf } from "../output.ts";`,
    `export * from ${functions};`,
    ...pages.map(formText),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** In the order that Biome requires. */
function imported(pages: readonly LookupPage[]): string[] {
  return pages.map(({ name }) => name).sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
}

function formText({ name, definition }: LookupPage): string {
  const secret = definition.isSecret === true ? " Its result is secret: encrypted in state and hidden in output." : "";
  return `/** {@link ${name}} that takes Inputs.${secret} */\nexport const ${name}Output = outputOf(${name});`;
}
