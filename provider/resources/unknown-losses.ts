import type { z } from "zod";
import type { OperationClient } from "../client/index.ts";
import { type Change, lostFields, pathText, removesParts } from "../schema/index.ts";
import { readForPreview } from "./preview-read.ts";

interface Options<T extends object> {
  /** Body of the request. */
  schema: z.ZodObject;
  client: OperationClient;
  /** Returns the object as it is now; undefined: it is gone. */
  read(limited: OperationClient): Promise<T | undefined>;
  /** Returns the change that the update would make. */
  changeOf(live: T): Change;
}

/**
 * Returns what an update removes although this release does not know it: fields in the parts of an object that the program no longer
 * has. The object is read only if the program removes such a part.
 */
export async function unknownLosses<T extends object>(
  { declared, inputs }: { declared: object; inputs: object },
  { schema, client, read, changeOf }: Options<T>,
): Promise<string[]> {
  if (!removesParts(schema, { declared, inputs })) return [];
  const found = await readForPreview(client, async (limited) => ({ live: await read(limited) }));
  if (found === undefined)
    return [
      "any field that this release does not know in the parts that the program removes: the object could not be read",
    ];
  if (found.live === undefined) return [];
  return lostFields(schema, changeOf(found.live)).map((path) => `${pathText(path)}, which this release does not know`);
}
