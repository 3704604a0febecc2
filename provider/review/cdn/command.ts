import type { OperationClient } from "../../client/index.ts";
import { parseState } from "../../pulumi/formats/stack-export.ts";
import { backtrackingProblem } from "../../regex/pattern.ts";
import { RuleTemplates } from "../../resources/rule-template/reader.ts";
import { exportState, projectAt, stackName } from "../model/project.ts";
import { withParts } from "../model/rules-as-steps.ts";
import { matchesOf, openSemantics, type TemplateSource } from "./effects.ts";
import type { Template } from "./match.ts";
import { templatesOf } from "./templates.ts";

/** What `cdn match` found for one URL. */
interface UrlMatch {
  url: string;
  matches: { name: string; rule: string; weight?: number; result: string; open?: string; options: string[] }[];
}

export interface MatchReport {
  source: string;
  urls: UrlMatch[];
  patterns: { name: string; rule: string; problem: string }[];
  open: readonly string[];
}

/** Rule templates, and where they were read. */
interface Compared {
  kind: TemplateSource;
  source: string;
  templates: readonly Template[];
}

export function matchUrls({ kind, source, templates }: Compared, urls: readonly string[]): MatchReport {
  return {
    source,
    urls: urls.map((url) => ({
      url,
      matches: matchesOf(templates, url).map(({ template, match }) => ({
        name: template.name,
        rule: template.rule,
        ...(template.weight !== undefined && { weight: template.weight }),
        result: match.result,
        ...((match.result === "open" || match.result === "failed") && { open: match.reason }),
        options: Object.keys(template.options).filter((name) => template.options[name] !== null),
      })),
    })),
    patterns: templates.flatMap(({ name, rule }) => {
      const problem = backtrackingProblem(rule);
      return problem === undefined ? [] : [{ name, rule, problem }];
    }),
    open: openSemantics(kind),
  };
}

/** Reads the rule templates from a stack's state. */
export async function templatesOfState(options: {
  cwd: string;
  stack: string | undefined;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
}): Promise<Compared> {
  const run = { cwd: projectAt(options.cwd).folder, env: options.environment, signal: options.signal };
  const stack = await stackName(options.stack, run);
  return { kind: "state", source: `the state of ${stack}`, templates: templatesIn(await exportState(stack, run)) };
}

/** Rule templates in an exported state, including the rules of rule sets. */
export function templatesIn(state: string): Template[] {
  const steps = parseState(state).resources.map(({ urn, type, id = "", inputs, outputs }) => ({
    ...{ op: "read", urn, type, provider: "", new: { id, inputs, outputs } },
  }));
  return templatesOf(withParts(steps)).after;
}

/** Lists the platform's rule templates, without deleted and system ones. */
export async function templatesOfPlatform(client: OperationClient): Promise<Compared> {
  const { items } = await RuleTemplates.of(client).all();
  const templates = items
    .filter((one) => one.deleted !== true && one.default !== true)
    .map((one) => ({
      name: `${one.name} (${one.id})`,
      rule: one.rule,
      ruleType: one.ruleType,
      ...(typeof one.weight === "number" && { weight: one.weight }),
      options: { ...(one.options ?? {}) } as Record<string, unknown>,
    }));
  return { kind: "platform", source: client.settings.baseUrl, templates };
}
