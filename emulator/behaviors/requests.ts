import type { Endpoint } from "@cloudplatform/pulumi/api";
import { shapeOf } from "@cloudplatform/pulumi/schema";
import { forbidden } from "../server/errors.ts";
import type { Call } from "../server/handler.ts";
import { mapObjects } from "./reshape/walk.ts";
import type { BehaviorValues } from "./table.ts";

/** Behaviors that affect a request before its handler runs. */

type AnyCall = Call<Endpoint>;

/** Refuses requests for which the key has no permission (behavior `auxiliaryRights`). */
export function assertRight({ auxiliaryRights }: BehaviorValues, { id }: Endpoint): void {
  const listsTasks = id === "tasks.list" || id === "tasks.active";
  const isDenied = auxiliaryRights === "none" ? listsTasks || id === "edgeAccount.get" : listsTasks;
  if (auxiliaryRights !== "granted" && isDenied) throw forbidden("You have no permission to perform this action.");
}

/** The request as the platform interprets it: with its own page size and paging style, and with normalized texts. */
export function requestAsTaken(behaviors: BehaviorValues, endpoint: Endpoint, call: AnyCall, page: unknown): AnyCall {
  return withTexts(behaviors, endpoint, withPage(behaviors, endpoint, call, page));
}

/** Limits every list to the page size of the behavior, whether the client paginates or not. */
function withPage({ pageSize, paging }: BehaviorValues, endpoint: Endpoint, call: AnyCall, page: unknown): AnyCall {
  if (endpoint.query.shape.limit === undefined) return call;
  const asked = call.query.limit;
  const limit = pageSize === 0 ? asked : Math.min(Number(asked ?? pageSize), pageSize);
  const query = limit === asked ? call.query : { ...call.query, limit };
  if (paging === "offset") return query === call.query ? call : { ...call, query };
  const number = Math.max(1, Number(page ?? 1) || 1);
  return { ...call, query: { ...query, offset: (number - 1) * Number(limit ?? 0) } };
}

const texts = new Set(["name", "comment", "descr", "short_descr", "long_descr"]);

const forms: Record<BehaviorValues["texts"], (text: string) => string> = {
  "as-sent": (text) => text,
  trimmed: (text) => text.trim(),
  lower: (text) => text.toLowerCase(),
  nfc: (text) => text.normalize("NFC"),
};

const filledText = "No description";

/** Names, comments and descriptions as the platform stores them. */
function withTexts({ texts: form, emptyTexts }: BehaviorValues, endpoint: Endpoint, call: AnyCall): AnyCall {
  const isFilled = emptyTexts === "filled" && /^(appTemplates|secrets)\.(create|replace)$/.test(endpoint.id);
  if (endpoint.body === undefined || (form === "as-sent" && !isFilled)) return call;
  const body = mapObjects(endpoint.body, call.body, (fields, schema) => {
    const stored = Object.entries(fields).map(([name, value]) => [
      name,
      texts.has(name) && typeof value === "string" ? forms[form](value) : value,
    ]);
    const defaults = Object.keys(shapeOf(schema) ?? {})
      .filter((name) => isFilled && name !== "name" && texts.has(name) && !fields[name])
      .map((name) => [name, filledText]);
    return Object.fromEntries([...stored, ...defaults]);
  });
  return { ...call, body: body as AnyCall["body"] };
}
