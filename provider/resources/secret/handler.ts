import { isDeepStrictEqual } from "node:util";
import { endpoints, secretBody } from "../../api/index.ts";
import { isNotFound, type OperationClient, ResponseError } from "../../client/index.ts";
import { sendReplacing } from "../../client/send-replacing.ts";
import { liveInputs, shownInputs } from "../../engine/compare/live-inputs.ts";
import { refuseUnplanned } from "../../engine/compare/lost-update.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { CreateContext, Handler, StateOf } from "../../engine/handler/handler.ts";
import { operationText, parseNumericId } from "../../engine/lifecycle/errors.ts";
import { createOnce } from "../../engine/ownership/create-once.ts";
import { ConflictError } from "../../engine/ownership/creation.ts";
import { refuseUnread } from "../../engine/ownership/unreadable-objects.ts";
import { knownFields } from "../../schema/index.ts";
import type { SecretInputs, SecretOutputs } from "../../types/edge.ts";
import { retainedNameFailures } from "../retained-name.ts";
import { unknownLosses } from "../unknown-losses.ts";
import { secretDefinition } from "./definition.ts";
import { getSecret, type ListedSecret, type LiveSecret, secretsNamed } from "./remote.ts";
import { hasSlots, slotFailures, withoutChangedValues } from "./slots.ts";

type SecretState = StateOf<SecretInputs, SecretOutputs>;

const { noun } = secretDefinition;

/** Lifecycle of a secret. */
export const secretHandler: Handler<SecretInputs, SecretState> = {
  ...secretDefinition,
  deleteBeforeReplace: true,

  importId: (text) => parseNumericId(text, noun),

  async check(inputs, context) {
    const read = (client: OperationClient, id: string) => getSecret(client, Number(id));
    const kept = await retainedNameFailures({ ...secretDefinition, code: "CP2105", read }, inputs, context);
    return { failures: [...slotFailures(inputs, context), ...kept] };
  },

  async create(inputs, context) {
    const made = await createSecret(inputs, context);
    return { id: String(made.id), state: stateOf(made.id, made, inputs) };
  },

  async read(id, declared, context) {
    const live = await getSecret(context.client, Number(id));
    if (live === undefined) return undefined;
    return { id, inputs: inputsOf(live, declared), state: stateOf(Number(id), live, declared) };
  },

  async update(id, { declared, inputs }, context) {
    const { client, name } = context;
    const what = operationText("Updating", noun, name);
    const before = await getSecret(client, Number(id));
    if (before === undefined)
      throw new OperationError(
        `${what} stopped: secret ${id} is gone from the platform. Run pulumi refresh (or pulumi up --refresh), then the next up creates it again.`,
        "CP2118",
      );
    const liveAs = (one: SecretInputs) => inputsOf(before, one);
    refuseUnplanned({ what, object: `secret ${id}` }, secretHandler, { declared, inputs, liveAs });
    const change = patchOf(before, { declared, inputs });
    if (Object.keys(change.body).length === 0) return stateOf(Number(id), before, inputs);
    refuseWithoutValue(what, change.body);
    const live = await sendReplacing(secretBody, change, (body) =>
      client.call(endpoints["secrets.patch"], { params: { id: Number(id) }, body }),
    );
    return stateOf(Number(id), live, inputs);
  },

  unknownLosses: (id, change, { client }) =>
    unknownLosses(change, {
      schema: secretBody,
      client,
      read: (limited) => getSecret(limited, Number(id)),
      changeOf: (live) => patchOf(live, change),
    }),

  async delete(id, _state, context) {
    const { client, name } = context;
    const live = await getSecret(client, Number(id));
    if (live === undefined) return;
    const inUse = (detail: string) =>
      new OperationError(
        `${operationText("Deleting", noun, name)} was refused: ${detail} Remove the secret from the apps first, then run again.`,
        "CP2503",
      );
    const { appCount: apps } = live;
    if (typeof apps === "number" && apps > 0)
      throw inUse(`secret ${id} is used by ${apps} ${apps === 1 ? "app" : "apps"}.`);
    try {
      // Without force, the platform keeps a secret that has values (companion §5.1). A secret that apps use was refused above.
      const query = (live.secretSlots ?? []).length > 0 ? { force: true } : undefined;
      await client.call(endpoints["secrets.delete"], { params: { id: Number(id) }, query });
    } catch (error) {
      if (isNotFound(error)) return;
      if (error instanceof ResponseError && error.status === 409) throw inUse(error.detail);
      throw error;
    }
  },
};

/** The name is unique on the platform: an existing secret of that name is never taken over. */
function createSecret(inputs: SecretInputs, context: CreateContext): Promise<ListedSecret> {
  const { client } = context;
  const what = operationText("Creating", noun, context.name);
  const named = async (name: string) => {
    const { items, unread } = await secretsNamed(client, name);
    refuseUnread(what, unread, (raw) => typeof raw.name !== "string" || raw.name === name);
    return items;
  };
  return createOnce<ListedSecret>({
    context,
    what,
    noun,
    key: `${noun} ${inputs.name}`,
    inputs,
    sameText: "the same name",
    allowDuplicate: false,
    isUnique: true,
    same: (asked) => named(((asked as SecretInputs | undefined) ?? inputs).name),
    checkpoint: async () => ({ name: inputs.name }),
    post: () => post(what, client, inputs),
    find: async ({ name }, asked) =>
      alikeAmong(client, (asked as SecretInputs | undefined) ?? inputs, await named(String(name))),
    withSameName: (asked) => named(((asked as SecretInputs | undefined) ?? inputs).name),
    idOf: (one) => String(one.id),
  });
}

async function post(what: string, client: OperationClient, inputs: SecretInputs): Promise<ListedSecret> {
  try {
    const made = await client.call(endpoints["secrets.create"], { body: knownFields(secretBody, inputs) });
    if (typeof made.id === "number") return { ...made, id: made.id };
    // On every platform that we know, the response to a creation has the id.
    const unnamed = `${what} stopped: the platform has accepted it, but does not return its id, and lists no secret "${inputs.name}". Run pulumi up again: it looks for the secret first.`;
    throw new ConflictError(new OperationError(unnamed, "CP2505"), { isMade: true });
  } catch (error) {
    if (!(error instanceof ResponseError) || error.status !== 409) throw error;
    throw new ConflictError(new OperationError(`${what} was refused: ${error.detail}`, "CP2504"));
  }
}

async function alikeAmong(
  client: OperationClient,
  inputs: SecretInputs,
  found: ListedSecret[],
): Promise<ListedSecret[]> {
  const details = await Promise.all(found.map((one) => getSecret(client, one.id)));
  return found.filter((_, index) => {
    const live = details[index];
    return live !== undefined && (live.comment ?? "") === (inputs.comment ?? "") && hasSlots(live, inputs.secretSlots);
  });
}

/** Returns the request of an update. Its body has only what changes, so that values that are not declared stay. */
function patchOf(live: LiveSecret, { declared, inputs }: Record<"declared" | "inputs", SecretInputs>) {
  const body: Partial<SecretInputs> = {};
  if (declared.name !== inputs.name) body.name = inputs.name;
  if ((declared.comment ?? "") !== (inputs.comment ?? "")) body.comment = inputs.comment ?? "";
  if (!isDeepStrictEqual(declared.secretSlots ?? [], inputs.secretSlots ?? []))
    body.secretSlots = inputs.secretSlots ?? [];
  return { body, live, declared, isPatch: true };
}

function refuseWithoutValue(what: string, { secretSlots = [] }: Partial<SecretInputs>): void {
  const index = secretSlots.findIndex(({ value }) => value === undefined);
  if (index < 0) return;
  throw new OperationError(
    `${what} stopped: secretSlots[${index}] has no value, and a change of the slots sends all of them. Nothing was sent. Declare the value, then run again.`,
    "CP2502",
  );
}

/** Returns a live secret as the user would have written it. */
function inputsOf(live: LiveSecret, declared: Partial<SecretInputs>, turn: typeof liveInputs = liveInputs) {
  const inputs = turn<SecretInputs>(secretDefinition, live, declared);
  const secretSlots = withoutChangedValues(inputs.secretSlots, live);
  return secretSlots === undefined ? inputs : { ...inputs, secretSlots };
}

/** Returns the outputs: the inputs as they are on the platform, and what it adds. */
function stateOf(id: number, live: LiveSecret, declared: Partial<SecretInputs>): SecretState {
  return { ...inputsOf(live, declared, shownInputs), secretId: id, appCount: live.appCount ?? undefined };
}
