import { applyCompanion, type Expected } from "../companion/apply.ts";
import { companionEntries } from "../companion/index.ts";
import { companionBodies } from "../companion/routes.ts";
import { endpointFacts } from "../facts/endpoints.ts";
import { type Field, object } from "../facts/field.ts";

/** Returns the expected fields of every part of the 14 endpoints (`#2 body`), and the problems of companion entries. */
export function expectedParts(): { expected: Record<string, Expected>; problems: string[] } {
  const parts: Record<string, Field> = {};
  for (const { number, params, query, body, response } of endpointFacts) {
    parts[`#${number} params`] = object(params);
    parts[`#${number} query`] = object(query);
    const sent = body ?? companionBodies[number]?.body;
    if (sent !== undefined) parts[`#${number} body`] = sent;
    parts[`#${number} response`] = response;
  }
  return applyCompanion(parts, companionEntries);
}
