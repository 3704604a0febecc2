import { each, type Field, flag, integer, list, object, required, text } from "./field.ts";
import { timestamp } from "./forms.ts";

/** platform-api §2.7, §3.3, §4 #7. */
export const apiTypes = ["wasi-http", "proxy-wasm"] as const;

const app: Field = object({
  ...each(["id", "binary", "template", "upgradeable_to", "plan_id"], integer),
  status: integer({ seen: [0, 1, 2, 3, 4, 5] }),
  ...each(["name", "url", "comment", "template_name", "plan"], text),
  api_type: text({ seen: apiTypes }),
  debug_until: timestamp(),
  networks: list(text()),
});

/** platform-api §4 #7. */
export const appList: Field = object({ apps: list(app, required), count: integer() });

/** platform-api §2.8, request. */
export const templateBody: Field = object({
  binary_id: integer(required),
  name: text(required),
  owned: flag(required),
  params: list(
    object({
      name: text({ sample: "greeting" }),
      data_type: text({ sample: "string" }),
      mandatory: flag({ default: false }),
      descr: text(),
    }),
    required,
  ),
  short_descr: text(),
  long_descr: text(),
});

/** platform-api §2.8, response. */
export const templateRecord: Field = object({
  id: integer(required),
  name: text(required),
  api_type: text(required),
  owned: flag(required),
  short_descr: text(),
  long_descr: text(),
});

/** platform-api §2.9, §4 #10. */
export const logPage: Field = object({
  logs: list(object({ ...each(["id", "app_name", "log", "edge", "client_ip"], text), timestamp: timestamp() })),
  offset: integer(),
  total_count: integer(),
});

/** platform-api §2.10. */
export const secret: Field = object({
  name: text(),
  comment: text(),
  app_count: integer(),
  secret_slots: list(object({ slot: integer(), checksum: text() })),
});
