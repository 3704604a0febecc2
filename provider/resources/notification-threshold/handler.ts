import { type EndpointOf, endpoints, limits, notificationThresholdBody } from "../../api/index.ts";
import type { ResponseOf } from "../../client/call-types.ts";
import { getOrUndefined, type OperationClient, perClient } from "../../client/index.ts";
import type { CallOptions } from "../../client/operation-client.ts";
import { outputsOf } from "../../engine/backend/objects-in-state.ts";
import { liveInputs } from "../../engine/compare/live-inputs.ts";
import { refuseUnplanned } from "../../engine/compare/lost-update.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { CheckContext, CheckFailure, CreateContext, Handler, StateOf } from "../../engine/handler/handler.ts";
import { operationText, parseNumericId } from "../../engine/lifecycle/errors.ts";
import { Claims } from "../../engine/ownership/claims-of-run.ts";
import { createOnce } from "../../engine/ownership/create-once.ts";
import { makerElsewhere } from "../../engine/ownership/open-requests.ts";
import { objectOf } from "../../engine/ownership/ownership.ts";
import type { NotificationThresholdInputs, NotificationThresholdOutputs } from "../../types/quotas.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { replacePlanned } from "../replace-planned.ts";
import { notificationThresholdDefinition } from "./definition.ts";

const { noun } = notificationThresholdDefinition;

/** With the client, which `check` has filled in from the settings. */
type Inputs = NotificationThresholdInputs & { clientId: number };

/** A threshold as the platform returns it. */
type LiveThreshold = ResponseOf<EndpointOf<"notificationThreshold.set">>;

type State = StateOf<Inputs, NotificationThresholdOutputs>;

/** Resources of this run that declare a client's threshold. */
const claimsOf = perClient(() => new Claims());

/** Lifecycle of a threshold. Every client has exactly one on the platform: creating sets it, deleting resets it. */
export const notificationThresholdHandler: Handler<Inputs, State> = {
  ...notificationThresholdDefinition,

  importId: (text) => parseNumericId(text, noun, 'the number of a client such as "5"'),

  async check(inputs, context) {
    return { failures: sameClientFailures(inputs, context) };
  },

  async create(inputs, context) {
    const { client } = context;
    const { clientId, threshold } = inputs;
    const what = operationText("Creating", noun, context.name);
    let before: LiveThreshold | undefined;
    const live = await createOnce<LiveThreshold>({
      context,
      what,
      noun,
      key: `${noun} ${clientId}`,
      inputs,
      sameText: "a value that is not the default",
      alternativeText: "to set it by this resource, delete it on the platform first, which sets it to the default",
      allowDuplicate: false,
      isUnique: true,
      same: async (asked) => {
        const id = (asked as Inputs | undefined)?.clientId ?? clientId;
        const found = await customThreshold(client, id);
        if (id === clientId) [before] = found;
        return found.map((one) => ({ ...one, clientId: id }));
      },
      checkpoint: async () => {
        if (before !== undefined) await refuseUnread(what, before, inputs, context);
        return { address: String(clientId) };
      },
      post: () => put(client, clientId, { threshold }),
      // After a lost response: the requested value is in force.
      find: async (_mark, asked) => {
        const wanted = (asked as Inputs | undefined) ?? inputs;
        const found = await customThreshold(client, wanted.clientId);
        return found
          .filter((one) => one.threshold === wanted.threshold)
          .map((one) => ({ ...one, clientId: wanted.clientId }));
      },
      withSameName: async (asked) => {
        const earlier = (asked as Inputs | undefined)?.clientId ?? clientId;
        if (earlier === clientId) return [];
        return (await customThreshold(client, earlier)).map((one) => ({ ...one, clientId: earlier }));
      },
      idOf: (one) => String(one.clientId ?? clientId),
    });
    return { id: String(clientId), state: stateOf(live, inputs) };
  },

  async read(id, declared, context) {
    const live = await getThreshold(context.client, Number(id));
    if (live === undefined) return undefined;
    const inputs = inputsOf(Number(id), live, declared);
    return { id, inputs, state: stateOf(live, inputs) };
  },

  async update(id, { declared, inputs }, context) {
    const { client, name } = context;
    const what = operationText("Updating", noun, name);
    const set = await replacePlanned(client, {
      what,
      object: objectText(id),
      inputSchema: notificationThresholdDefinition.schema,
      ...{ declared, inputs, bodySchema: notificationThresholdBody },
      read: async (own) => {
        const live = await getThreshold(own, Number(id));
        if (live !== undefined) return live;
        throw new OperationError(`${what} stopped: the platform knows no client ${id}.`, "CP2601");
      },
      liveAs: (live, declaration) => inputsOf(Number(id), live, declaration),
      changeOf: (live) => ({ body: { threshold: inputs.threshold }, live, declared }),
      send: (body, options) => put(client, Number(id), body, options),
    });
    return stateOf(set, inputs);
  },

  async delete(id, { threshold }, context) {
    const { client, warn } = context;
    // Somebody may have set the threshold again that the first request has reset. The default proves nothing: a stale read shows it,
    // too, and a second reset changes nothing.
    const beforeRepeat = async () => {
      await refuseDeclared(id, context);
      const [live] = await customThreshold(client, Number(id));
      if (live !== undefined && live.threshold !== threshold)
        throw new LeftAlone(
          `${noun} ${id} was not reset: it is ${live.threshold} there, which this resource has not set. Reset it on the platform if nobody needs it.`,
        );
    };
    try {
      await refuseDeclared(id, context);
      const params = { clientId: Number(id) };
      await getOrUndefined(client.call(endpoints["notificationThreshold.reset"], { params }, { beforeRepeat }));
    } catch (error) {
      if (!(error instanceof LeftAlone)) throw error;
      warn(error.message);
    }
  },
};

/**
 * Refuses to overwrite a value that somebody else has set. The threshold belongs to a resource of the stack that has another name
 * now, so that Pulumi creates what it would update.
 */
async function refuseUnread(
  what: string,
  live: LiveThreshold,
  inputs: Inputs,
  { client, urn, ownership }: CreateContext,
): Promise<void> {
  const id = String(inputs.clientId);
  const state = await ownership.backend.stateOf(urn);
  const read = isUnreadable(state) ? undefined : outputsOf(state, await objectOf(client, urn, id));
  if (typeof read?.threshold !== "number") return;
  const declared = { ...inputs, threshold: read.threshold };
  const change = { declared, inputs, liveAs: (one: Inputs) => inputsOf(inputs.clientId, live, one) };
  refuseUnplanned({ what, object: objectText(id) }, notificationThresholdHandler, change);
}

function objectText(id: string): string {
  return `the ${noun} of client ${id}`;
}

/** The deletion leaves the threshold as it is, for the reason in the message. */
class LeftAlone extends Error {}

/** Two resources may exchange their clients: the resource that declares this client now sets its threshold in the same run. */
async function refuseDeclared(id: string, { client, urn }: CreateContext): Promise<void> {
  const holder = claimsOf(client).holder(id);
  const other = holder === urn ? undefined : holder;
  const setter = other ?? (await makerElsewhere(await objectOf(client, urn, id), { urn, client }));
  if (setter !== undefined) throw new LeftAlone(`${noun} ${id} was not reset: ${setter} declares it now.`);
}

function put(
  client: OperationClient,
  clientId: number,
  body: { threshold: number },
  options?: CallOptions,
): Promise<LiveThreshold> {
  return client.call(endpoints["notificationThreshold.set"], { params: { clientId }, body }, options);
}

/** Returns the threshold of a client; undefined: the platform knows none. */
export function getThreshold(client: OperationClient, clientId: number): Promise<LiveThreshold | undefined> {
  return getOrUndefined(client.call(endpoints["notificationThreshold.get"], { params: { clientId } }));
}

/** Returns the threshold of a client if somebody has set it. */
async function customThreshold(client: OperationClient, clientId: number): Promise<LiveThreshold[]> {
  const live = await getThreshold(client, clientId);
  return live === undefined || live.threshold === limits.quotas.notificationThreshold.default ? [] : [live];
}

/** Two resources for one client would overwrite each other's threshold in turns, without end. */
function sameClientFailures({ clientId }: Inputs, { client, urn, isUnknown }: CheckContext<Inputs>): CheckFailure[] {
  if (isUnknown(clientId)) return [];
  const other = claimsOf(client).claim(String(clientId), urn);
  if (other === undefined) return [];
  return [
    {
      property: "clientId",
      reason: `is used by ${other} of this program: a client has one ${noun}. Declare one of them only`,
      code: "CP2602",
    },
  ];
}

/** Returns a live threshold as the user would have written it. */
function inputsOf(clientId: number, live: LiveThreshold, declared: Partial<Inputs>): Inputs {
  return liveInputs<Inputs>(notificationThresholdDefinition, { ...live, clientId }, declared);
}

function stateOf(live: LiveThreshold, { clientId }: Inputs): State {
  return { clientId, threshold: live.threshold, lastSending: live.lastSending ?? undefined };
}
