import programs from "./examples/programs.json" with { type: "json" };

/** Languages of the generated examples, in the registry's order. */
const languages = ["typescript", "python", "go", "csharp", "java", "yaml"] as const;

/**
 * The example of a resource or function in every language, in the registry's markup. `npm run sdk` writes the programs from
 * `examples/source.json`.
 */
export function exampleUsage(token: string): string {
  const written = (programs as Readonly<Record<string, Readonly<Record<string, string>>>>)[token];
  if (written === undefined) return "";
  const blocks = languages.map((language) => {
    const program = written[language];
    if (program === undefined) throw new Error(`${token} has no example in ${language}: run npm run sdk.`);
    return `\`\`\`${language}\n${program.trim()}\n\`\`\``;
  });
  return `\n\n## Example Usage\n\n{{% examples %}}\n{{% example %}}\n\n${blocks.join("\n\n")}\n\n{{% /example %}}\n{{% /examples %}}`;
}
