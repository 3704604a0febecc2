import { isDeepStrictEqual } from "node:util";
import { endpoints, ruleTemplateBody } from "../../api/index.ts";
import { isNotFound, type OperationClient } from "../../client/index.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { Handler } from "../../engine/handler/handler.ts";
import { operationText, parseNumericId } from "../../engine/lifecycle/errors.ts";
import { createOnce } from "../../engine/ownership/create-once.ts";
import { isKnown, isNewer } from "../../engine/ownership/known-ids.ts";
import { refuseUnread } from "../../engine/ownership/unreadable-objects.ts";
import { asContent } from "../../engine/secrets/operation-secrets.ts";
import type { Change } from "../../schema/index.ts";
import type { RuleTemplateInputs, RuleTemplateResult } from "../../types/cdn.ts";
import { looseText } from "../../values/loose-text.ts";
import { replacePlanned } from "../replace-planned.ts";
import { unknownLosses } from "../unknown-losses.ts";
import { templateFailures } from "./check.ts";
import { ruleTemplateDefinition } from "./definition.ts";
import {
  bodyOf,
  found,
  fromPlatform,
  isAlike,
  normalise,
  type RuleTemplateState,
  stateOf,
  toPlatform,
} from "./live.ts";
import { RuleTemplates } from "./reader.ts";

const { noun } = ruleTemplateDefinition;

export type { RuleTemplateInputs };

/** Whether the live text may be what was sent, in another form that the platform stores. */
function isLoose(live: unknown, sent: string): boolean {
  return typeof live === "string" && looseText(live) === looseText(sent);
}

/** Returns the request of an update. */
function replacement(
  client: OperationClient,
  live: RuleTemplateResult,
  { declared, inputs }: Record<"declared" | "inputs", RuleTemplateInputs>,
): Change<RuleTemplateInputs> {
  return { body: bodyOf(inputs), live: fromPlatform(client, live), declared };
}

/** Whether somebody may have created a template: it is neither the platform's nor deleted. */
function isOwn(one: RuleTemplateResult): boolean {
  return one.deleted !== true && one.default !== true;
}

/** Lifecycle of a rule template. */
export const ruleTemplateHandler: Handler<RuleTemplateInputs, RuleTemplateState> = {
  ...ruleTemplateDefinition,
  sentApart: 0,
  normalise,

  async check(inputs, context) {
    return { failures: templateFailures(inputs, context) };
  },

  importId: (text) => parseNumericId(text, noun),

  async create(inputs, context) {
    const what = operationText("Creating", noun, context.name);
    const wanted = (asked?: object) => (asked as RuleTemplateInputs | undefined) ?? inputs;
    const made = await createOnce<RuleTemplateResult>({
      context,
      what,
      noun,
      key: JSON.stringify(asContent(inputs)),
      inputs,
      sameText: "the same content",
      allowDuplicate: inputs.allowDuplicate === true,
      same: async (asked) =>
        RuleTemplates.of(context.client).among((all) =>
          all.filter(
            // A template that cannot be read is not ours: no request was sent yet.
            (one) => isOwn(one) && isAlike(context.client, wanted(asked), one, false),
          ),
        ),
      checkpoint: () => RuleTemplates.of(context.client).mark(),
      post: () =>
        context.client.call(endpoints["ruleTemplates.create"], { body: toPlatform(context.client, bodyOf(inputs)) }),
      find: async (mark, asked) => {
        const { items, unread } = await RuleTemplates.of(context.client).list();
        refuseUnread(what, unread, ({ id }) => typeof id !== "number" || !isKnown(mark, id));
        return items.filter((one) => isNewer(mark, one.id) && isAlike(context.client, wanted(asked), one));
      },
      since: async (mark) => {
        const { items } = await RuleTemplates.of(context.client).list();
        return items.filter((one) => isOwn(one) && !isKnown(mark, one.id));
      },
      withSameName: async (asked) => {
        const { name, rule } = normalise(wanted(asked));
        const isNamed = (one: RuleTemplateResult) =>
          name === undefined ? isLoose(one.rule, rule) : isLoose(one.name, name);
        return RuleTemplates.of(context.client).among((all) => all.filter((one) => isOwn(one) && isNamed(one)));
      },
      idOf: (one) => String(one.id),
    });
    RuleTemplates.of(context.client).made(made.id);
    return { id: String(made.id), state: stateOf(context.client, made, inputs) };
  },

  async read(id, declared, context) {
    const live = await RuleTemplates.of(context.client).get(Number(id));
    if (live === undefined || live.deleted === true) return undefined;
    if (live.default === true)
      throw new OperationError(
        `${operationText("Reading", noun, context.name)} stopped: rule template ${id} is a system template of the platform, which no one can change. Declare one of your own with the same rule instead.`,
        "CP2202",
      );
    return found(context.client, live, declared);
  },

  async update(id, { declared, state, inputs }, context) {
    const params = { ruleTemplateId: Number(id) };
    const { client } = context;
    // A change of provider inputs alone sends no request.
    if (isDeepStrictEqual(bodyOf(declared), bodyOf(inputs))) {
      const { allowDuplicate, writeOnly } = inputs;
      return { ...state, allowDuplicate, writeOnly };
    }
    try {
      const live = await replacePlanned(client, {
        what: operationText("Updating", noun, context.name),
        object: `rule template ${id}`,
        inputSchema: ruleTemplateDefinition.schema,
        ...{ declared, inputs, bodySchema: ruleTemplateBody },
        read: (own) => own.call(endpoints["ruleTemplates.get"], { params }),
        liveAs: (one, declaration) => found(client, one, declaration).inputs,
        changeOf: (one) => replacement(client, one, { declared, inputs }),
        send: (body, options) =>
          client.call(endpoints["ruleTemplates.replace"], { params, body: toPlatform(client, body) }, options),
      });
      return stateOf(client, live, inputs);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      throw new OperationError(
        `${operationText("Updating", noun, context.name)} stopped: rule template ${id} is gone from the platform. Run pulumi refresh (or pulumi up --refresh), then the next up creates it again.`,
        "CP2118",
      );
    } finally {
      RuleTemplates.of(context.client).changed();
    }
  },

  unknownLosses: (id, change, { client }) =>
    unknownLosses(change, {
      schema: ruleTemplateBody,
      client,
      read: (limited) => RuleTemplates.of(limited).get(Number(id)),
      changeOf: (live) => replacement(client, live, change),
    }),

  async delete(id, _state, context) {
    try {
      const params = { ruleTemplateId: Number(id) };
      await context.client.call(endpoints["ruleTemplates.delete"], { params });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    } finally {
      RuleTemplates.of(context.client).changed();
    }
  },
};
