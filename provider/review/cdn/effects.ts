import { isDeepStrictEqual } from "node:util";
import { shown } from "../model/changes.ts";
import type { UrlEffect } from "../model/schema.ts";
import { type Match, matchOf, type Template } from "./match.ts";

/** Which templates are compared, by their source. */
const compared = {
  state: "the templates of this stack alone are compared",
  platform: "all templates of the platform are compared, except deleted ones and system templates",
} as const;

export type TemplateSource = keyof typeof compared;

/** What the contract leaves open, whatever the URL. */
export const openSemantics = (kind: TemplateSource): readonly string[] => [
  `The contract does not say which CDN resources use a rule template; ${compared[kind]}.`,
  "The contract gives rules an order of execution from the lowest weight, and lets the one higher in the order apply; it does not say whether that is the lower or the higher weight. Where several templates match, all are named, lowest weight first.",
];

interface Matched {
  template: Template;
  match: Match;
}

/** Templates that match a URL or may match it, lowest weight first. */
export function matchesOf(templates: readonly Template[], url: string): Matched[] {
  return templates
    .map((template) => ({ template, match: matchOf(template, url) }))
    .filter(({ match }) => match.result !== "no")
    .sort((a, b) => (a.template.weight ?? Infinity) - (b.template.weight ?? Infinity));
}

/** How a change affects a URL. */
export function effectOn(url: string, before: readonly Template[], after: readonly Template[]): UrlEffect {
  const [old, now] = [matchesOf(before, url), matchesOf(after, url)];
  const open = [...new Set([...old, ...now].flatMap(reasonOf))];
  if (now.length > 1) open.push(`${now.length} templates match; which weight goes first is not documented`);
  return { url, before: old.map(label), after: now.map(label), changes: changesOf(old, now), open };
}

function label({ template, match }: Matched): string {
  const weight = template.weight === undefined ? "" : ` (weight ${template.weight})`;
  return `${template.name}${weight}${match.result === "yes" ? "" : match.result === "open" ? ", perhaps" : ", not evaluated"}`;
}

function reasonOf({ template, match }: Matched): string[] {
  return match.result === "open" || match.result === "failed" ? [`${template.name}: ${match.reason}`] : [];
}

function changesOf(old: readonly Matched[], now: readonly Matched[]): string[] {
  const changes: string[] = [];
  for (const { template } of old)
    if (!now.some((one) => one.template.name === template.name)) changes.push(`${template.name} no longer matches`);
  for (const { template } of now) {
    const before = old.find((one) => one.template.name === template.name)?.template;
    if (before === undefined) changes.push(`${template.name} matches now${optionsText(template)}`);
    else changes.push(...optionChanges(before, template));
  }
  return changes;
}

function optionsText({ options }: Template): string {
  const set = Object.keys(options).filter((name) => options[name] !== null);
  return set.length === 0 ? "" : `, with ${set.join(", ")}`;
}

/** A null option is not added; an omitted option inherits the setting of the CDN resource (platform-api §2.2). */
function optionChanges(before: Template, after: Template): string[] {
  const names = [...new Set([...Object.keys(before.options), ...Object.keys(after.options)])].sort();
  const changes = names.flatMap((name) => {
    const [old, now] = [before.options[name] ?? undefined, after.options[name] ?? undefined];
    if (isDeepStrictEqual(old, now)) return [];
    return [`${after.name}: ${name} ${optionText(old)} → ${optionText(now)}`];
  });
  if (before.weight !== after.weight)
    changes.push(`${after.name}: weight ${before.weight ?? "the platform's"} → ${after.weight ?? "the platform's"}`);
  return changes;
}

function optionText(option: unknown): string {
  return option === undefined ? "inherited" : JSON.stringify(shown(option));
}
