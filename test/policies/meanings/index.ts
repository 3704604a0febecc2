import { openAccessList } from "./access-lists.ts";
import { changeMeanings } from "./changes.ts";
import { noHttpDowngrade } from "./downgrade.ts";
import { headerMeanings } from "./headers.ts";
import { kubernetesMeanings } from "./kubernetes.ts";
import { limitMeanings } from "./limits.ts";
import type { Meaning } from "./meaning.ts";
import { moneyMeanings } from "./money.ts";
import { networkMeanings } from "./networks.ts";
import { stackMeanings } from "./stack.ts";
import { templateMeanings } from "./templates.ts";

/** The meaning of each rule, by the rule's name. */
export const meanings: Readonly<Record<string, Meaning>> = {
  ...limitMeanings,
  ...kubernetesMeanings,
  ...networkMeanings,
  ...templateMeanings,
  ...headerMeanings,
  "no-http-downgrade": noHttpDowngrade,
  "open-access-list": openAccessList,
  ...moneyMeanings,
  ...stackMeanings,
  ...changeMeanings,
};
