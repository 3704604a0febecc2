import { isDeepStrictEqual } from "node:util";
import { OperationError } from "../../engine/handler/errors.ts";
import type { Context } from "../../engine/handler/handler.ts";
import { createResource } from "../../engine/lifecycle/create.ts";
import { deleteObject } from "../../engine/lifecycle/delete.ts";
import { operationMessage, operationText } from "../../engine/lifecycle/errors.ts";
import { partContext } from "../../engine/lifecycle/operation-context.ts";
import { recordOf } from "../../engine/records/create-record-file.ts";
import { atPlace } from "../../engine/secrets/operation-secrets.ts";
import { partName } from "../../pulumi/formats/composite.ts";
import type { RuleTemplateInputs } from "../../types/cdn.ts";
import { inParallel } from "../../values/in-parallel.ts";
import { ruleTemplateHandler } from "../rule-template/handler.ts";

/** Number of concurrent changes: more than the client has connections, so that none is idle while records are written. */
const atOnce = 64;

/** A change of one rule. */
export interface RuleChange {
  key: string;
  /** Id of its rule template; undefined: it has none yet. */
  templateId: number | undefined;
  /** The rule as it was last seen; undefined: it is not on the platform. */
  before: RuleTemplateInputs | undefined;
  /** The rule as it is declared; undefined: it will be deleted. */
  after: RuleTemplateInputs | undefined;
  /** Id of the rule template that the rule takes over instead of creating one. */
  importId?: string | undefined;
}

export interface Outcome {
  /** Ids of the rule templates that the set has now, by key. */
  ids: Map<string, number>;
  /** Rules that are not as declared, with the reason; undefined: the change was not tried. */
  open: Map<string, string | undefined>;
}

/**
 * Creates, changes and deletes rules, many at once; deletions come last. After a failure no other change begins, and the changes
 * in progress are awaited. Never fails itself.
 */
export async function applyChanges(changes: readonly RuleChange[], context: Context): Promise<Outcome> {
  const outcome: Outcome = { ids: new Map(), open: new Map() };
  for (const { key, templateId } of changes) if (templateId !== undefined) outcome.ids.set(key, templateId);
  const due = changes.filter((one) => !isDeepStrictEqual(one.before, one.after) || one.templateId === undefined);
  for (const { key } of due) outcome.open.set(key, undefined);
  const progress = progressOf(due.length, context);
  let hasFailed = false;
  for (const isLast of [false, true])
    await inParallel(
      due.filter(({ after }) => (after === undefined) === isLast),
      atOnce,
      async (change) => {
        if (context.signal.aborted || hasFailed) return;
        const { key } = change;
        try {
          const id = await atPlace(["rules", key], () => applyChange(change, context));
          if (id === undefined) outcome.ids.delete(key);
          else outcome.ids.set(key, id);
          outcome.open.delete(key);
          progress();
        } catch (error) {
          hasFailed = true;
          outcome.open.set(key, operationMessage(whatText(change, context), error));
        }
      },
    );
  return outcome;
}

/** Applies a change. Returns the id of the rule template afterwards. */
async function applyChange(change: RuleChange, ofSet: Context) {
  const { key, templateId, before, after, importId } = change;
  const context = { ...partContext(ofSet, key), progress: () => undefined };
  if (after === undefined) {
    const id = String(templateId);
    await deleteObject(ruleTemplateHandler, { id, state: {}, context });
    return undefined;
  }
  if (templateId !== undefined) {
    await updateRule(templateId, { declared: before ?? after, inputs: after, context });
    return templateId;
  }
  if (importId === undefined) {
    const { id } = await createResource(ruleTemplateHandler, {
      inputs: { ...after },
      context,
      adopt: undefined,
    });
    return Number(id);
  }
  // The rule template keeps its own weight until it gets the weight of its place.
  const { weight: _, ...bare } = after;
  const found = await createResource(ruleTemplateHandler, { inputs: bare, context, adopt: importId });
  const { weight } = found.state as { weight?: number };
  await updateRule(Number(found.id), { declared: { ...bare, weight }, inputs: after, context });
  return Number(found.id);
}

interface RuleUpdate {
  context: Context;
  declared: RuleTemplateInputs;
  inputs: RuleTemplateInputs;
}

async function updateRule(templateId: number, { declared, inputs, context }: RuleUpdate): Promise<void> {
  const record = await recordOf(context.urn, context.client);
  const state = {} as Parameters<typeof ruleTemplateHandler.update>[1]["state"];
  await ruleTemplateHandler.update(String(templateId), { declared, state, inputs }, { ...context, record });
}

/** Names the attempted change in errors. @internal */
export function whatText(
  { key, templateId, after, importId }: Pick<RuleChange, "key" | "templateId" | "after" | "importId">,
  { name }: Pick<Context, "name">,
): string {
  const isNew = templateId === undefined;
  const verb =
    after === undefined ? "Deleting" : isNew ? (importId === undefined ? "Creating" : "Importing") : "Updating";
  return operationText(verb, ruleTemplateHandler.noun, partName(name, key));
}

/** Shows the progress of a large change. */
function progressOf(total: number, { progress }: Context): () => void {
  let done = 0;
  return () => {
    done++;
    if (done % 50 === 0) progress(`${done} of ${total} rules`);
  };
}

/** Number of reasons in the text of a failure; the others are counted. */
const shownReasons = 5;

/** Returns `Creating CDN rule set "shop" ended with 2 of 1000 rules open:` and the reasons. */
export function failureText(what: string, { open, ids }: Outcome, total: number): string {
  const reasons = [...open.values()].filter((reason) => reason !== undefined);
  const untried = open.size - reasons.length;
  const more = reasons.length > shownReasons ? [`and ${reasons.length - shownReasons} more.`] : [];
  const rest = untried > 0 ? [`${untried} were not tried after that.`] : [];
  return [
    `${what} ended with ${open.size} of ${total} rules open:`,
    ...reasons.slice(0, shownReasons),
    ...more,
    ...rest,
    ids.size === 0
      ? "No rule is on the platform, and nothing is in state. Then run pulumi up again."
      : "What was done is in state: run pulumi up again, and it continues.",
  ].join("\n");
}

/** Returns the error of an operation that leaves nothing in state. */
export function failure(text: string): OperationError {
  return new OperationError(text, "CP2203");
}
