import { plain } from "../../values/plain.ts";
import { otherClaims } from "../backend/other-stacks.ts";
import { OperationError } from "../handler/errors.ts";
import type { CreateContext } from "../handler/handler.ts";
import { importAdvice } from "./create-once-messages.ts";
import { askedOf } from "./create-record.ts";

/** The object of an interrupted creation that is on record. */
export interface Recorded {
  context: CreateContext;
  /** Names the operation in messages: `Creating Kubernetes cluster "edge-1"`. */
  what: string;
  /** Kind of the object: `Kubernetes cluster`. */
  noun: string;
  id: string;
  inputs: object;
  /** What to do to have another one: `choose another name`. */
  alternativeText: string;
}

/**
 * Stops a creation that would resume what another stack of the backend has, or may have: the record of an interrupted creation
 * keeps the stack's name of that time, and after `pulumi stack rename` a new stack of that name finds it.
 */
export async function refuseElsewhere(recorded: Recorded): Promise<void> {
  const { context, id, inputs } = recorded;
  const { intent, client } = context;
  const { at } = intent.previous ?? {};
  const { owner, competitor } = await otherClaims({
    ...{ urn: intent.urn, id, asked: askedOf(intent) ?? plain(inputs), baseUrl: client.settings.baseUrl },
    since: typeof at === "number" ? at : 0,
  });
  if (owner !== undefined) throw elsewhereError(recorded, `Stack ${owner} has it in state.`);
  if (competitor !== undefined) throw elsewhereError(recorded, `Stack ${competitor} has it, or has requested it.`);
}

function elsewhereError({ what, noun, id, alternativeText, context }: Recorded, seen: string): OperationError {
  return new OperationError(
    `${what} stopped: an earlier run has created ${noun} ${id} for a resource of this name. ${seen} Nothing was sent. To manage it here, ${importAdvice(context.intent.urn, id)}; to have ${alternativeText}.`,
    "CP2116",
  );
}
