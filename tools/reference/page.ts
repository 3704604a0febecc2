import { kebab } from "../../provider/cli/flags.ts";
import { anchorOf } from "../../provider/generate/anchor.ts";
import { declaredIn } from "../../provider/generate/source-docs.ts";
import { linkCitations } from "./citations.ts";

const notice = "<!-- Written by `npm run generate` from the schemas and docstrings; do not edit. -->";

/** A section of a page; one without text is omitted. */
export interface Section {
  heading: string;
  text: string;
}

/** A page: heading, introduction and sections. */
export function pageText(title: string, introduction: string, sections: readonly Section[]): string {
  const parts = sections.filter(({ text }) => text !== "").map(({ heading, text }) => `## ${heading}\n\n${text}`);
  return `${[notice, `# ${title}`, introduction, ...parts].join("\n\n")}\n`;
}

/** Where a resource or function is described: `cdn-rule-template.md`, `cdn-functions.md#cdngetruletemplate`. */
export function placeOf(name: string): string {
  const [area = "", own = ""] = name.split(".");
  return /^[A-Z]/.test(own) ? fileOf(name) : `${area}-functions.md#${anchorOf(name)}`;
}

/** `cdn.RuleTemplate` → `cdn-rule-template.md`. */
export function fileOf(name: string): string {
  return `${kebab(name.replace(/\.([A-Z])/g, (_, letter: string) => `.${letter.toLowerCase()}`)).replace(".", "-")}.md`;
}

/** A docstring, split into the parts that pages show. */
export interface Documentation {
  /** First sentence. */
  summary: string;
  text: string;
  errors: string;
  source: string;
  example: string;
}

/** The documentation of a class or function of provider/. It must have an example. */
export function documentationOf(file: string, name: string): Documentation {
  const found = declaredIn(file).find((one) => one.name === name);
  if (found === undefined) throw new Error(`provider/${file} declares no ${name}.`);
  const [example] = found.examples;
  if (example === undefined) throw new Error(`${name} in provider/${file} has no @example.`);
  const [text = "", ...marked] = found.description.split(/\*(?=(?:Errors|Source):\*)/);
  const part = (label: string) =>
    marked
      .find((one) => one.startsWith(label))
      ?.slice(`${label}:*`.length)
      .replace(/\s+/g, " ")
      .trim() ?? "";
  const [summary = ""] = /^.*?[.](?=\s|$)/s.exec(text) ?? [];
  return {
    ...{ summary: summary.replace(/\s+/g, " "), text: text.trim(), example },
    ...{ errors: part("Errors"), source: linkCitations(part("Source").replace(/\.$/, "")) },
  };
}

export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

export function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
