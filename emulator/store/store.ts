import { ruleTemplate } from "@cloudplatform/pulumi/api";
import { storedCluster } from "../kubernetes/cluster.ts";
import { storedTask } from "../tasks/task.ts";
import { Collection } from "./collection.ts";
import type { Database } from "./database.ts";

/** Everything that the platform keeps, by collection; the names are those of `/_emulator/state`. */
export function openStore(database: Database) {
  return {
    ruleTemplates: new Collection(database, { name: "ruleTemplates", schema: ruleTemplate, numbered: true }),
    tasks: new Collection(database, { name: "tasks", schema: storedTask, indexes: ["$.state"] }),
    clusters: new Collection(database, { name: "clusters", schema: storedCluster }),
  };
}

export type Store = ReturnType<typeof openStore>;
