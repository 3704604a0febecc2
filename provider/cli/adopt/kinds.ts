import type { AnyHandler, Properties } from "../../engine/handler.ts";
import { typeToken } from "../../engine/resource.ts";
import { appTemplateHandler } from "../../resources/app-template.ts";
import { clusterHandler } from "../../resources/cluster/cluster.ts";
import { reservationHandler } from "../../resources/reservation/handler.ts";
import { ruleTemplateHandler } from "../../resources/rule-template.ts";

/** A resource that can be adopted. */
export interface Kind {
  /** Area and class: `cdn`, `RuleTemplate`. The class is the handler's name for the loader, too. */
  area: string;
  type: string;
  handler: AnyHandler;
  /** Inputs that the platform does not tell, with the value that is assumed of an existing object. */
  untold?: Properties;
}

export const tokenOf = (kind: Kind) => typeToken(kind.area, kind.type);

/** Resources by the word of the command line. */
export const kinds: Readonly<Record<string, Kind>> = {
  "rule-template": { area: "cdn", type: "RuleTemplate", handler: ruleTemplateHandler },
  cluster: { area: "kubernetes", type: "Cluster", handler: clusterHandler },
  reservation: {
    area: "reservations",
    type: "Reservation",
    handler: reservationHandler,
    untold: { hasWindows: false },
  },
  // Who declares a template owns it.
  "app-template": { area: "edge", type: "AppTemplate", handler: appTemplateHandler, untold: { owned: true } },
};
