import type { z } from "zod";
import type { CallOptions, OperationClient } from "../client/operation-client.ts";
import { sendReplacing } from "../client/send-replacing.ts";
import { refuseUnplanned, unplannedText } from "../engine/compare/lost-update.ts";
import type { Change } from "../schema/index.ts";

/** An update of an object by a request that replaces it. */
interface Replacement<Inputs extends object, Live, Body extends object, Result> {
  /** The operation and the object, in errors. */
  what: string;
  object: string;
  /** Schema of the inputs. */
  inputSchema: z.ZodObject;
  declared: Inputs;
  inputs: Inputs;
  bodySchema: z.ZodObject;
  read(client: OperationClient): Promise<Live>;
  /** Returns the live object as it would have been declared. */
  liveAs(live: Live, declaration: Inputs): object;
  changeOf(live: Live): Change<Body>;
  send(body: Body, options: CallOptions | undefined): Promise<Result>;
}

/**
 * Reads an object and replaces it, unless somebody has changed it in a way that no preview has shown. Before a request whose response
 * was lost is repeated, the object is read and compared again.
 */
export async function replacePlanned<Inputs extends object, Live, Body extends object, Result>(
  client: OperationClient,
  { inputSchema, bodySchema, read, changeOf, send, ...update }: Replacement<Inputs, Live, Body, Result>,
): Promise<Result> {
  const { what, object, declared, inputs } = update;
  const planned = (live: Live) => ({ declared, inputs, liveAs: (one: Inputs) => update.liveAs(live, one) });
  const refuse = (live: Live) => refuseUnplanned({ what, object }, { schema: inputSchema }, planned(live));
  const before = await read(client);
  refuse(before);
  return sendReplacing(bodySchema, changeOf(before), send, async () => {
    const now = await client.settled(read, (live) => unplannedText(inputSchema, planned(live)) === undefined);
    refuse(now);
    return changeOf(now);
  });
}
