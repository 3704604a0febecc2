import type { CreateRecord } from "../../provider/engine/handler/handler.ts";

/** Arguments, besides the context, of a create without a create record. */
export function unrecorded(): { record: CreateRecord } {
  const record: CreateRecord = {
    ...{ urn: "urn:pulumi:test::harness::cloudplatform::unrecorded", previous: undefined, isOld: false, place: "" },
    note: async () => undefined,
    noteResponse: async () => undefined,
    forget: async () => undefined,
  };
  return { record };
}
