import { each, type Field, flag, integer, list, object, required, text } from "./field.ts";
import { timestamp, uuid } from "./forms.ts";

const server: Field = object({
  id: uuid(),
  ...each(["name", "flavor", "image_id", "ssh_key_name", "task_id"], text),
  status: text({ seen: ["ACTIVE"] }),
  ip_addresses: list(text({ sample: "192.0.2.10" })),
  tags: list(object({ key: text(), value: text(), read_only: flag() })),
  ...each(["created_at", "updated_at"], timestamp),
});

/** platform-api §2.11, §4 #8. */
export const serverPage: Field = object({
  count: integer({ required: true, min: 0 }),
  results: list(server, required),
});
