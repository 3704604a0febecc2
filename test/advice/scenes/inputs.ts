import type { checkErrors } from "../../../provider/errors/checks.ts";
import { type AnyScene, corrected } from "../stage.ts";

/** Check failures that every resource can have. */
export const inputScenes: Record<keyof typeof checkErrors, AnyScene> = {
  CP2001: corrected("cdn.RuleTemplate", { rule: undefined }),
  CP2002: corrected("cdn.RuleTemplate", { wieght: 1 }),
  CP2003: corrected("cdn.RuleTemplate", { weight: "much" }),
  CP2004: corrected("quotas.NotificationThreshold", { threshold: 101 }),
  CP2005: corrected("cdn.RuleTemplate", { overrideOriginProtocol: "FTP" }),
  CP2006: corrected("edge.Secret", {
    secretSlots: [
      { slot: 0, value: "one" },
      { slot: 0, value: "two" },
    ],
  }),
  CP2007: corrected("edge.Secret", {
    writeOnly: true,
    secretSlots: [{ slot: 0, value: `write-only:${"A".repeat(32)}` }],
  }),
};
