import { z } from "zod";

const exported = z.looseObject({
  deployment: z
    .looseObject({
      resources: z
        .array(
          z.looseObject({
            urn: z.string(),
            type: z.string(),
            inputs: z.record(z.string(), z.unknown()).optional(),
            outputs: z.record(z.string(), z.unknown()).optional(),
          }),
        )
        .nullish(),
    })
    .nullish(),
});

/** The resources of an exported state. */
export function readEngineState(text: string) {
  return exported.parse(JSON.parse(text)).deployment?.resources ?? [];
}
