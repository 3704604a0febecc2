import type {
  Policies,
  ReportViolation,
  ResourceValidation,
  // Not from the index, whose declarations name what its own proxy.d.ts lacks: without skipLibCheck that is an error.
} from "@pulumi/policy/policy.js";
import { z } from "zod";
import { configOf } from "../config/rule-parameters.ts";
import { metaPolicies } from "../meta/index.ts";
import type { WantedPrice } from "../money/platform-prices.ts";
import { priceRequests } from "../money/stack-cost.ts";
import { controlNames } from "./controls.ts";
import { declared, outputsOf, resourcesOf } from "./declarations.ts";
import { evaluateResource, evaluateStack, type RuleMessage, type StackView } from "./evaluate.ts";
import type { PreviousState } from "./previous-state.ts";
import { remediation } from "./remediation.ts";
import type { PlatformResource } from "./resource.ts";
import { isStackRule, type ResourceRule, type Rule, type RuleMetadata, type StackRule, zodObjectOf } from "./rule.ts";
import { withParts } from "./rules-as-resources.ts";
import type { Session } from "./session.ts";

type Policy = Policies[number];

/** Turns the rules into Pulumi policies, along with the policies about the rules themselves. */
export function policiesOf(rules: readonly Rule[], session: Session): Policies {
  const [waivers, notJudged, notEvaluated, waiversInForce, configuration] = metaPolicies(session).map(
    ({ metadata, policy }): Policy => ({ ...policyMetadata(metadata), ...policy }),
  );
  return [
    waivers,
    ...rules.map((rule) => (isStackRule(rule) ? stackPolicy(rule, session) : resourcePolicy(rule, session))),
    notJudged,
    notEvaluated,
    waiversInForce,
    // Must be last: it ends the evaluation of a stack.
    configuration,
  ].flatMap((policy) => policy ?? []);
}

function resourcePolicy(rule: ResourceRule, session: Session): Policy {
  let checked = false;
  return {
    ...policyMetadata(rule),
    ...(rule.remediate === undefined ? {} : { remediateResource: remediation(rule, session) }),
    validateResource: (args, reportViolation) => {
      // Invalid parameters are reported even if the stack has no resource for the rule.
      if (!checked) for (const problem of configOf(rule, args.getConfig()).problems) session.problem(problem);
      checked = true;
      const evaluated = resourceWithParts(args, session).filter(({ kind }) => rule.on.includes(kind));
      if (evaluated.length === 0) return args.notApplicable(`Evaluates ${rule.on.join(", ")} only.`);
      for (const resource of evaluated)
        reportAll(session.take(rule.name, evaluateResource(rule, resource, args.getConfig())), reportViolation);
    },
  };
}

function stackPolicy(rule: StackRule, session: Session): Policy {
  const previousStateOf = () =>
    rule.needsPreviousState === true ? session.previousState() : Promise.resolve({ missing: "not needed" });
  const evaluate = async (view: Pick<StackView, "resources" | "urns" | "outputs" | "complete">, given: unknown) => {
    const previousState = await previousStateOf();
    const wanted = isConfigured(rule, given) ? wantedPrices(rule, view.resources, previousState) : [];
    const clusterPrices = wanted.length === 0 ? undefined : await session.platformPrices.of(wanted);
    return evaluateStack(rule, { ...view, previousState, clusterPrices }, given);
  };
  const reported = new Set<string>();
  const policy: Policy = {
    ...policyMetadata(rule),
    validateStack: async (args, reportViolation) => {
      const resources = await resourcesOf(args, session);
      const urns = new Set(session.registered);
      const view = { resources, urns, outputs: outputsOf(args), complete: true };
      const violations = session.take(rule.name, await evaluate(view, args.getConfig()));
      reportAll(
        violations.filter(({ message }) => !reported.has(message)),
        reportViolation,
      );
      reported.clear();
    },
  };
  const validateBeforeCreate: ResourceValidation = async (args, reportViolation) => {
    // Starts reading the state while the program still runs: the stack itself is the first registered resource.
    void previousStateOf();
    const registered = resourceWithParts(args, session);
    if (!isUpdate() || !registered.some(({ kind }) => rule.validateBeforeCreate?.includes(kind) === true)) return;
    const view = { resources: [...session.declared.values()].flatMap(withParts), outputs: {}, complete: false };
    const { violations } = await evaluate(view, args.getConfig());
    for (const { message } of session.take(rule.name, { violations, notEvaluated: [], problems: [] })) {
      reported.add(message);
      reportViolation(message);
    }
  };
  return rule.validateBeforeCreate === undefined && rule.needsPreviousState !== true
    ? policy
    : Object.assign(policy, { validateResource: validateBeforeCreate });
}

/** A resource of the platform and its objects; empty for resources of other providers. */
function resourceWithParts(args: Parameters<typeof declared>[0], session: Session): readonly PlatformResource[] {
  const resource = declared(args, session);
  return resource === undefined ? [] : withParts(resource);
}

/** Whether a rule has the parameter that it needs. */
function isConfigured(rule: StackRule, given: unknown): boolean {
  return rule.needs === undefined || configOf(rule, given).config[rule.needs] !== undefined;
}

function wantedPrices(
  rule: StackRule,
  resources: StackView["resources"],
  previousState: PreviousState,
): readonly WantedPrice[] {
  if (rule.needsClusterPrices !== true) return [];
  const before = "missing" in previousState ? [] : previousState.resources;
  return [...priceRequests(resources), ...priceRequests(before)];
}

/** Whether resources are created after they are registered: true for an update, false for a preview or the analysis of a state. */
function isUpdate(): boolean {
  return process.env.PULUMI_NODEJS_DRY_RUN === "false";
}

function reportAll(messages: readonly RuleMessage[], reportViolation: ReportViolation): void {
  for (const { message, urn } of messages) reportViolation(message, urn);
}

/** Policy metadata. The engine validates parameters against the schema and fills in its defaults. */
function policyMetadata(rule: RuleMetadata) {
  const { properties = {}, required } = z.toJSONSchema(zodObjectOf(rule.config), { io: "input" });
  const configSchema = { properties: properties as never, ...(required === undefined ? {} : { required }) };
  return {
    name: rule.name,
    description: rule.description,
    enforcementLevel: rule.level,
    severity: rule.severity,
    remediationSteps: rule.remediation,
    tags: [rule.group, ...controlNames(rule.controls)],
    ...(Object.keys(properties).length === 0 ? {} : { configSchema }),
  };
}
