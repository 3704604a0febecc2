import type { AnyHandler, Properties } from "../../engine/handler.ts";
import { typeToken } from "../../engine/resource.ts";
import { clusterHandler } from "../../resources/cluster/cluster.ts";
import { ruleTemplateHandler } from "../../resources/rule-template.ts";

/** A resource that can be adopted. */
export interface Kind {
  /** Area and class: `cdn`, `RuleTemplate`. The class is the handler's name for the loader, too. */
  area: string;
  type: string;
  handler: AnyHandler;
  /** Required inputs that the platform does not tell, with the value that an existing object gets. */
  untold?: Properties;
}

export const tokenOf = (kind: Kind) => typeToken(kind.area, kind.type);

/** Resources by the word of the command line. */
export const kinds: Readonly<Record<string, Kind>> = {
  "rule-template": { area: "cdn", type: "RuleTemplate", handler: ruleTemplateHandler },
  cluster: { area: "kubernetes", type: "Cluster", handler: clusterHandler },
};
