import { pathText } from "@cloudplatform/pulumi/schema";
import { configOf } from "../config/rule-parameters.ts";
import type { ClusterPrices } from "../money/cluster-price.ts";
import type { PreviousState } from "./previous-state.ts";
import { type PlatformResource, readerOf, trackedValue } from "./resource.ts";
import type { Operations, ResourceRule, StackRule } from "./rule.ts";
import { Value } from "./value.ts";

/** A message of a rule about a resource or about the whole stack. */
export interface RuleMessage {
  /** A resource of the program. */
  urn?: string;
  /** Key of the object of the resource that the message is about; undefined if it is about the resource itself. */
  part?: string;
  message: string;
}

/** The result of one rule. */
export interface RuleResult {
  violations: RuleMessage[];
  /** What could not be evaluated, and why. */
  notEvaluated: RuleMessage[];
  /** Errors in the rule's configuration. The rule was evaluated with its defaults. */
  problems: string[];
}

/** When a value that a preview does not know will be evaluated. */
const later = "is not known before the update, which evaluates it before anything is created";

/** Evaluates a rule on one resource. */
export function evaluateResource(rule: ResourceRule, resource: PlatformResource, given: unknown): RuleResult {
  const { config, problems } = configOf(rule, given);
  const { value, unknownPaths } = trackedValue(resource);
  const violations: RuleMessage[] = [];
  const report = (at: Value | undefined, message: string) => {
    const path = at?.path || pathText(resource.part?.path ?? []);
    violations.push({ ...subjectOf(resource), message: path === "" ? message : `${path}: ${message}` });
  };
  rule.evaluate({ config, resource, value, report });
  const notEvaluated = [...unknownPaths].map((path) => ({ ...subjectOf(resource), message: `${path} ${later}` }));
  return { violations, notEvaluated, problems };
}

/** The input of rules about a stack. */
export interface StackView {
  resources: readonly PlatformResource[];
  /** Outputs of the stack. */
  outputs: unknown;
  /** URNs of everything that the program registered; undefined if not known. */
  urns?: ReadonlySet<string>;
  previousState: PreviousState;
  /** What the engine does to resources, if that is known. */
  operations?: Operations;
  /** The platform's prices of clusters; undefined if the platform was not asked. */
  clusterPrices?: ClusterPrices;
  /** Whether the whole program has been seen. */
  complete: boolean;
}

/** Evaluates a rule on the whole stack. */
export function evaluateStack(rule: StackRule, stack: StackView, given: unknown): RuleResult {
  const { config, problems } = configOf(rule, given);
  const violations: RuleMessage[] = [];
  const messages = new Map<string, RuleMessage>();
  const notEvaluated = (resource: PlatformResource | undefined, message: string) =>
    messages.set(`${resource?.urn} ${message}`, { ...subjectOf(resource), message });
  rule.evaluateStack({
    config,
    resources: stack.resources,
    read: (resource) =>
      readerOf(resource, (path) =>
        notEvaluated(resource, `${path} is not known: it is a secret in state, or known only to the update`),
      ),
    outputs: new Value(stack.outputs, () => undefined),
    urns: stack.urns,
    previousState: stack.previousState,
    operations: stack.operations,
    clusterPrices: stack.clusterPrices,
    complete: stack.complete,
    report: (resource, message) => violations.push({ ...subjectOf(resource), message }),
    notEvaluated,
  });
  return { violations, notEvaluated: [...messages.values()], problems };
}

/** The resource or object that a message is about. */
function subjectOf(resource: PlatformResource | undefined): Pick<RuleMessage, "urn" | "part"> {
  const { key, urn } = resource?.part ?? { key: undefined, urn: resource?.urn };
  return key === undefined ? { urn } : { urn, part: key };
}
