import { z } from "zod";
import { typeOf } from "../../pulumi/formats/composite.ts";
import { sharedUrn, stackOfUrn } from "../../pulumi/formats/urn.ts";
import type { Properties } from "../../values/properties.ts";
import type { Context } from "../handler/handler.ts";
import type { ObjectKey } from "../handler/ownership.ts";
import { accountOf } from "../records/create-record-file.ts";
import { askedOf } from "../records/record-facts.ts";
import { isOfAccount } from "../records/record-file.ts";
import { mayHaveRecords, type OtherRecord, recordsOf } from "../records/recorded-creations.ts";
import type { Creation, OpenRequest } from "./creation.ts";

/** Returns the requests of earlier runs whose outcome is unknown, according to the record. */
export function openRequests(facts: Readonly<Properties> | undefined): OpenRequest[] {
  const { mark, at, earlier, id, isSearched } = facts ?? {};
  if (mark === undefined || typeof id === "string") return [];
  const asked = askedOf({ previous: facts });
  const last = { mark, asked, at: typeof at === "number" ? at : 0, isSearched } as OpenRequest;
  return [last, ...(Array.isArray(earlier) ? (earlier as OpenRequest[]) : [])];
}

/**
 * Returns the resource of this stack for which the other provider of the program has created the object in this run, or is creating it. A
 * state that was read before does not have it. If the id is known before the request, the request on record names it.
 */
export async function makerElsewhere(
  object: ObjectKey,
  context: Pick<Context, "urn" | "client">,
): Promise<string | undefined> {
  return (await requestersOf(object, context)).find((one) => one.isOfOtherProvider)?.urn;
}

/** Returns the records of other resources of this stack that have requested the object. */
export async function requestersOf(
  { kind, id }: ObjectKey,
  { urn, client }: Pick<Context, "urn" | "client">,
): Promise<OtherRecord[]> {
  if (!mayHaveRecords()) return [];
  const account = await accountOf(client);
  return (await recordsOf(stackOfUrn(urn))).filter(
    (one) =>
      sharedUrn(one.urn) !== sharedUrn(urn) &&
      typeOf(one.urn) === kind &&
      (one.id ?? requestedAddress(one.facts)) === id &&
      isOfAccount(one, client.settings.baseUrl, account),
  );
}

const markSchema = z.object({ mark: z.object({ address: z.string() }) });

/** Returns the id of the object that a request on record creates, if it is known before the request. */
export function requestedAddress(facts: Readonly<Properties> | undefined): string | undefined {
  return markSchema.safeParse(facts).data?.mark.address;
}

/**
 * Returns the objects that open requests of other resources of the stack have created. Each is the only object with the content
 * of its request, and the other resource will adopt it when the engine reaches that resource.
 */
export async function madeForOthers<T>(once: Creation<T>): Promise<ReadonlySet<string>> {
  const { client, record } = once.context;
  const account = await accountOf(client);
  const isOfOthers = ({ urn, file }: { urn: string; file: string }) =>
    sharedUrn(urn) !== sharedUrn(record.urn) &&
    typeOf(urn) === once.kind &&
    isOfAccount({ urn, file }, client.settings.baseUrl, account);
  const records = (await recordsOf(stackOfUrn(record.urn))).filter(isOfOthers);
  const ids = new Set<string>();
  for (const { facts } of records)
    for (const { mark, asked } of openRequests(facts)) {
      if (asked === undefined) continue;
      const [made, ...others] = await once.find(mark, asked);
      if (made !== undefined && others.length === 0) ids.add(once.idOf(made));
    }
  return ids;
}
