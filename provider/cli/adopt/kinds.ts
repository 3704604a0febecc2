import { limits } from "../../api/index.ts";
import type { AnyHandler, Properties } from "../../engine/handler.ts";
import { typeToken } from "../../engine/type-token.ts";
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
  /** Required inputs that the platform leaves out where there is nothing to say. */
  absent?: Properties;
  /** Live inputs as they may be written where the platform's own form is refused. */
  spell?: (live: Properties) => Properties;
}

export const tokenOf = (kind: Kind) => typeToken(kind.area, kind.type);

const isOneTooLong = (rule: unknown): rule is string =>
  typeof rule === "string" && rule.startsWith("/") && rule.length === limits.cdn.ruleLength.max + 1;

/** Resources by the word of the command line. */
export const kinds: Readonly<Record<string, Kind>> = {
  "rule-template": {
    area: "cdn",
    type: "RuleTemplate",
    handler: ruleTemplateHandler,
    // The slash that the platform has added does not count toward the longest rule (platform-api §2.2), but would be counted as given.
    spell: (live) => (isOneTooLong(live.rule) ? { ...live, rule: live.rule.slice(1) } : live),
  },
  cluster: { area: "kubernetes", type: "Cluster", handler: clusterHandler },
  reservation: {
    area: "reservations",
    type: "Reservation",
    handler: reservationHandler,
    untold: { hasWindows: false },
  },
  // Who declares a template owns it.
  "app-template": {
    area: "edge",
    type: "AppTemplate",
    handler: appTemplateHandler,
    untold: { owned: true },
    // null without parameters (companion §5.3).
    absent: { params: [] },
  },
};
