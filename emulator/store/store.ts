import { ruleTemplate } from "@cloudplatform/pulumi/api";
import { storedTask } from "../tasks/task.ts";
import { Collection } from "./collection.ts";
import type { Database } from "./database.ts";

/** Everything that the platform keeps, by collection; the names are those of `/_emulator/state`. */
export function openStore(database: Database) {
  return {
    ruleTemplates: new Collection(database, { name: "ruleTemplates", schema: ruleTemplate, numbered: true }),
    tasks: new Collection(database, { name: "tasks", schema: storedTask, indexes: ["$.task.state"] }),
  };
}

export type Store = ReturnType<typeof openStore>;
