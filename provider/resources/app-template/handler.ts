import { isDeepStrictEqual } from "node:util";
import { appTemplateBody, type EndpointOf, endpoints } from "../../api/index.ts";
import type { ResponseOf } from "../../client/call-types.ts";
import { getOrUndefined, isNotFound, type OperationClient, ResponseError, type WholeList } from "../../client/index.ts";
import { readList } from "../../client/read-list.ts";
import { liveInputs } from "../../engine/compare/live-inputs.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { Handler, StateOf } from "../../engine/handler/handler.ts";
import { operationText, parseNumericId } from "../../engine/lifecycle/errors.ts";
import { createOnce } from "../../engine/ownership/create-once.ts";
import { isKnown, knownIds } from "../../engine/ownership/known-ids.ts";
import { refuseUnread, unreadIds } from "../../engine/ownership/unreadable-objects.ts";
import { knownFields } from "../../schema/index.ts";
import type { AppTemplateInputs, AppTemplateOutputs } from "../../types/edge.ts";
import { looseText } from "../../values/loose-text.ts";
import type { Properties } from "../../values/properties.ts";
import { replacePlanned } from "../replace-planned.ts";
import { unknownLosses } from "../unknown-losses.ts";
import { appTemplateDefinition } from "./definition.ts";

const { noun } = appTemplateDefinition;

export type { AppTemplateInputs };

/** A template as the platform returns it. */
type LiveTemplate = ResponseOf<EndpointOf<"appTemplates.get">>;

type AppTemplateState = StateOf<AppTemplateInputs, AppTemplateOutputs>;

/** Lifecycle of a template. */
export const appTemplateHandler: Handler<AppTemplateInputs, AppTemplateState> = {
  ...appTemplateDefinition,

  importId: (text) => parseNumericId(text, noun),

  async create(inputs, context) {
    const { client } = context;
    const what = operationText("Creating", noun, context.name);
    const wanted = (asked?: object) => (asked as AppTemplateInputs | undefined) ?? inputs;
    const made = await createOnce<{ id: number; apiType?: string | null }>({
      context,
      what,
      noun,
      key: `${noun} ${inputs.name}`,
      inputs,
      sameText: "the same content",
      allowDuplicate: inputs.allowDuplicate === true,
      same: async (asked) => {
        const other = wanted(asked);
        return alikeAmong(client, other, (await withSameName(client, other.name)).items);
      },
      checkpoint: async () => {
        const { items, unread } = await listAppTemplates(client);
        return { known: knownIds([...unreadIds(unread), ...items.map((one) => one.id)]) };
      },
      post: () => client.call(endpoints["appTemplates.create"], { body: knownFields(appTemplateBody, inputs) }),
      find: async (mark, asked) => {
        const { name } = wanted(asked);
        const { items, unread } = await withSameName(client, name);
        refuseUnread(what, unread, ({ id }) => typeof id !== "number" || !isKnown(mark, id));
        return alikeAmong(client, wanted(asked), itemsSince(items, mark));
      },
      since: async (mark) => itemsSince((await listAppTemplates(client)).items, mark),
      withSameName: async (asked) => (await withSameName(client, wanted(asked).name)).items,
      idOf: (one) => String(one.id),
    });
    return { id: String(made.id), state: stateOf(made.id, made.apiType, inputs) };
  },

  async read(id, declared, context) {
    const live = await getTemplate(context.client, Number(id));
    if (live === undefined) return undefined;
    const inputs = liveInputs(appTemplateHandler, live, declared);
    return { id, inputs, state: stateOf(Number(id), live.apiType, inputs) };
  },

  async update(id, { declared, inputs, state }, context) {
    // A change of `force` alone sends no request.
    const isSame = isDeepStrictEqual(knownFields(appTemplateBody, declared), knownFields(appTemplateBody, inputs));
    if (isSame) return stateOf(Number(id), state.apiType, inputs);
    try {
      const params = { id: Number(id) };
      const { client } = context;
      const { apiType } = await replacePlanned(client, {
        what: operationText("Updating", noun, context.name),
        object: `template ${id}`,
        inputSchema: appTemplateDefinition.schema,
        ...{ declared, inputs, bodySchema: appTemplateBody },
        read: (own) => own.call(endpoints["appTemplates.get"], { params }),
        liveAs: (live, declaration) => liveInputs(appTemplateHandler, live, declaration),
        changeOf: (live) => replacement(live, { declared, inputs }),
        send: (body, options) => client.call(endpoints["appTemplates.replace"], { params, body }, options),
      });
      return stateOf(Number(id), apiType, inputs);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      throw new OperationError(
        `${operationText("Updating", noun, context.name)} stopped: template ${id} is gone from the platform. Run pulumi refresh (or pulumi up --refresh), then the next up creates it again.`,
        "CP2118",
      );
    }
  },

  unknownLosses: (id, change, { client }) =>
    unknownLosses(change, {
      schema: appTemplateBody,
      client,
      read: (limited) => getTemplate(limited, Number(id)),
      changeOf: (live) => replacement(live, change),
    }),

  async delete(id, { force }, context) {
    const query = force === true ? { force } : undefined;
    try {
      await context.client.call(endpoints["appTemplates.delete"], { params: { id: Number(id) }, query });
    } catch (error) {
      if (isNotFound(error)) return;
      if (force === true || !(error instanceof ResponseError) || error.status !== 400) throw error;
      throw new OperationError(
        `${operationText("Deleting", noun, context.name)} was refused: ${error.detail} A template that is shared with groups can only be deleted with force: set force: true, run pulumi up, then delete it.`,
        "CP2501",
      );
    }
  },
};

/** Returns the request of an update. */
function replacement(live: LiveTemplate, { declared, inputs }: Record<"declared" | "inputs", AppTemplateInputs>) {
  return { body: knownFields(appTemplateBody, inputs), live, declared };
}

/** Returns the outputs: what was sent, since the responses leave out most of it (companion §5.1), and what the platform adds. */
function stateOf(id: number, apiType: string | null | undefined, inputs: AppTemplateInputs): AppTemplateState {
  return { ...inputs, templateId: id, apiType: apiType ?? undefined };
}

function itemsSince<T extends { id: number }>(items: readonly T[], mark: Readonly<Properties>): T[] {
  return items.filter((one) => !isKnown(mark, one.id));
}

/** Returns the templates with the declared content. */
async function alikeAmong(client: OperationClient, inputs: AppTemplateInputs, others: readonly { id: number }[]) {
  const details = await Promise.all(others.map((one) => getTemplate(client, one.id)));
  return others.filter((_, index) => isAlike(details[index], inputs));
}

function isAlike(live: LiveTemplate | undefined, inputs: AppTemplateInputs): boolean {
  return live !== undefined && isDeepStrictEqual(liveInputs(appTemplateHandler, live, inputs), inputs);
}

/** Returns the templates with a name, however the platform may have changed it, and those that could not be read. */
async function withSameName(client: OperationClient, name: string): Promise<WholeList<{ id: number }>> {
  const { items, unread } = await listAppTemplates(client);
  return { items: items.filter((one) => looseText(one.name) === looseText(name)), unread };
}

/** Lists the templates of all accounts, or the account's own. */
export function listAppTemplates(client: OperationClient, filter: { onlyMine?: boolean } = {}) {
  return readList(
    client,
    endpoints["appTemplates.list"],
    { query: filter },
    { itemsOf: ({ templates }) => templates, idOf: ({ id }) => id },
  );
}

function getTemplate(client: OperationClient, id: number): Promise<LiveTemplate | undefined> {
  return getOrUndefined(client.call(endpoints["appTemplates.get"], { params: { id } }));
}
