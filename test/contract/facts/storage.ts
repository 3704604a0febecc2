import { each, type Field, integer, list, object, text } from "./field.ts";

/** platform-api §6: the four lists, each with the field that it counts. */
export const eventLists = {
  reaching_files_quantity: "count",
  reaching_used_requests: "count",
  reaching_used_space: "bytes",
  reaching_used_traffic: "bytes",
} as const;

/** platform-api §4 #13, §6: each list may be empty or absent. */
export const storageEvents: Field = object(
  Object.fromEntries(
    Object.entries(eventLists).map(([name, counted]) => [
      name,
      list(object({ ...each(["bucket_name", "storage_name", "uuid"], text), [counted]: integer() })),
    ]),
  ),
);
