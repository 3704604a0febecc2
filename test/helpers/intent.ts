import type { Intent } from "../../provider/engine/handler/handler.ts";

/** What a creation of which nothing is on record is given besides its context. */
export function unrecorded(): { intent: Intent } {
  const intent: Intent = {
    ...{ urn: "urn:pulumi:test::harness::cloudplatform::unrecorded", previous: undefined, isOld: false, place: "" },
    note: async () => undefined,
    noteResponse: async () => undefined,
    forget: async () => undefined,
  };
  return { intent };
}
