import type {
  Policies,
  ReportViolation,
  ResourceValidation,
  ResourceValidationArgs,
  StackValidationArgs,
  // Not from the index, whose declarations name what its own proxy.d.ts lacks: without skipLibCheck that is an error.
} from "@pulumi/policy/policy.js";
import { z } from "zod";
import { configOf } from "../config/parse.ts";
import { house } from "../house/index.ts";
import { judgeResource, judgeStack, type Note, type StackView } from "./judge.ts";
import { isSecretIn, withoutProxy } from "./reading.ts";
import { type About, isStackRule, type ResourceRule, type Rule, type StackRule, zodObjectOf } from "./rule.ts";
import type { Session } from "./session.ts";
import { kindOfResource, type Subject } from "./subject.ts";
import { withUnknowns } from "./unknowns.ts";

type Policy = Policies[number];
type Described = Parameters<typeof subjectOf>[0];

/** The rules as policies of Pulumi, with those of the house around them. */
export function policiesOf(rules: readonly Rule[], session: Session): Policies {
  const { waivers, waiversInForce, notJudged, configuration } = house(session);
  return [
    { ...described(waivers.about), ...waivers.policy },
    ...rules.map((rule) => (isStackRule(rule) ? stackPolicy(rule, session) : resourcePolicy(rule, session))),
    { ...described(notJudged.about), ...notJudged.policy },
    { ...described(waiversInForce.about), ...waiversInForce.policy },
    // The last one: it closes the look at a stack.
    { ...described(configuration.about), ...configuration.policy },
  ];
}

function resourcePolicy(rule: ResourceRule, session: Session): Policy {
  let checked = false;
  return {
    ...described(rule),
    validateResource: (args, reportViolation) => {
      // Wrong parameters are said even where the stack has no resource for the rule.
      if (!checked) for (const problem of configOf(rule, args.getConfig()).problems) session.problem(problem);
      checked = true;
      const subject = declared(args, session);
      if (subject === undefined || !rule.on.includes(subject.kind))
        return args.notApplicable(`Looks at ${rule.on.join(", ")} only.`);
      const verdict = judgeResource(rule, subject, args.getConfig());
      sayAll(session.take(rule.name, verdict), reportViolation);
    },
  };
}

function stackPolicy(rule: StackRule, session: Session): Policy {
  const priorOf = () => (rule.needsPrior === true ? session.prior() : Promise.resolve({ missing: "not asked for" }));
  const judge = async (view: Pick<StackView, "subjects" | "outputs" | "complete">, given: unknown) =>
    judgeStack(rule, { ...view, prior: await priorOf() }, given);
  const said = new Set<string>();
  const policy: Policy = {
    ...described(rule),
    validateStack: async (args, reportViolation) => {
      const view = { subjects: subjectsOf(args, session), outputs: outputsOf(args), complete: true };
      const notes = session.take(rule.name, await judge(view, args.getConfig()));
      sayAll(
        notes.filter((note) => !said.has(note.message)),
        reportViolation,
      );
      said.clear();
    },
  };
  const early: ResourceValidation = async (args, reportViolation) => {
    // The state is read while the program still runs: the stack itself is the first resource that comes by.
    void priorOf();
    const subject = declared(args, session);
    if (!isUpdate() || subject === undefined || rule.early?.includes(subject.kind) !== true) return;
    const view = { subjects: [...session.declared.values()], outputs: {}, complete: false };
    const { violations } = await judge(view, args.getConfig());
    for (const note of session.take(rule.name, { violations, notJudged: [], problems: [] })) {
      said.add(note.message);
      reportViolation(note.message);
    }
  };
  return rule.early === undefined && rule.needsPrior !== true
    ? policy
    : Object.assign(policy, { validateResource: early });
}

/** Whether resources are made after they have come by: not in a preview, and not when a state is analysed. */
function isUpdate(): boolean {
  return process.env.PULUMI_NODEJS_DRY_RUN === "false";
}

function sayAll(notes: readonly Note[], reportViolation: ReportViolation): void {
  for (const { message, urn } of notes) reportViolation(message, urn);
}

/** A resource of ours, or undefined; remembered, for rules about the stack hold declarations against each other. */
function declared(args: ResourceValidationArgs, session: Session): Subject | undefined {
  const known = session.declared.get(args.urn);
  const properties = withoutProxy(args.props);
  if (known !== undefined && subjects.get(properties) === known) return known;
  const subject = subjectOf(args);
  if (subject !== undefined) session.declared.set(args.urn, subject);
  return subject;
}

/**
 * What a stack's rules look at: declarations. The engine shows a stack's outputs, where the platform's own values stand;
 * resources that did not come by as declarations (untouched ones of a targeted run) are seen so.
 */
function subjectsOf(args: StackValidationArgs, session: Session): Subject[] {
  const found = args.resources.flatMap((resource) => session.declared.get(resource.urn) ?? subjectOf(resource) ?? []);
  // In the order of the program, so that of two that clash the later one is blamed.
  const order = new Map([...session.declared.keys()].map((urn, index) => [urn, index]));
  return found.sort((a, b) => (order.get(a.urn) ?? 0) - (order.get(b.urn) ?? 0));
}

const subjects = new WeakMap<object, Subject>();

function subjectOf(args: {
  type: string;
  urn: string;
  name: string;
  props: Record<string, unknown>;
  opts: { protect: boolean; aliases: string[] };
}): Subject | undefined {
  const properties = withoutProxy(args.props);
  const kind = kindOfResource(args.type, properties);
  if (kind === undefined) return undefined;
  const known = subjects.get(properties);
  if (known !== undefined) return known;
  const subject: Subject = {
    kind,
    urn: args.urn,
    name: args.name,
    protect: args.opts.protect,
    aliases: args.opts.aliases,
    properties: withUnknowns(properties),
    isSecret: (path) => isSecretIn(properties, path),
  };
  subjects.set(properties, subject);
  return subject;
}

function outputsOf(args: StackValidationArgs): unknown {
  const stack = args.resources.find((resource: Described) => resource.type === "pulumi:pulumi:Stack");
  return stack === undefined ? {} : withUnknowns(withoutProxy(stack.props));
}

/** The engine checks parameters by this schema and fills in its defaults. */
function described(about: About) {
  const { properties = {}, required } = z.toJSONSchema(zodObjectOf(about.config), { io: "input" });
  const configSchema = { properties: properties as never, ...(required === undefined ? {} : { required }) };
  return {
    name: about.name,
    description: about.description,
    enforcementLevel: about.level,
    severity: about.severity,
    remediationSteps: about.remediation,
    tags: [about.group],
    ...(Object.keys(properties).length === 0 ? {} : { configSchema }),
  };
}
