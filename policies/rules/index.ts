/** The rules of the pack: the platform's limits and clashes as tables, and one file for each rule with logic of its own. */
import type { Rule } from "../engine/rule.ts";
import { allowedFlavors } from "./allowed-flavors.ts";
import { allowedProjects } from "./allowed-projects.ts";
import { allowedRegions } from "./allowed-regions.ts";
import { clashRules } from "./clashes.ts";
import { commitmentBudget } from "./commitment-budget.ts";
import { corsWildcardCredentials } from "./cors-wildcard-credentials.ts";
import { ipPoolsOverlap } from "./ip-pools-overlap.ts";
import { ipPoolsReserved } from "./ip-pools-reserved.ts";
import { kubernetesAllowedVersions } from "./kubernetes-allowed-versions.ts";
import { kubernetesMinimumVersion } from "./kubernetes-minimum-version.ts";
import { limitRules } from "./limits.ts";
import { monthlyBudget } from "./monthly-budget.ts";
import { monthlyIncrease } from "./monthly-increase.ts";
import { noDestruction } from "./no-destruction.ts";
import { noHttpDowngrade } from "./no-http-downgrade.ts";
import { noLegacyRuleType } from "./no-legacy-rule-type.ts";
import { noLossInUpdate } from "./no-loss-in-update.ts";
import { noRenameWithoutAliases } from "./no-rename-without-aliases.ts";
import { openAccessList } from "./open-access-list.ts";
import { poolAutoHealing } from "./pool-auto-healing.ts";
import { poolCountsInOrder } from "./pool-counts-in-order.ts";
import { poolMinimumNodes } from "./pool-minimum-nodes.ts";
import { poolNoPublicIpv4 } from "./pool-no-public-ipv4.ts";
import { protectedResources } from "./protected-resources.ts";
import { quotaHeadroom } from "./quota-headroom.ts";
import { requestHeaderSecret } from "./request-header-secret.ts";
import { reservationPeriod } from "./reservation-period.ts";
import { secureKeySecret } from "./secure-key-secret.ts";
import { shadowedRuleTemplates } from "./shadowed-rule-templates.ts";
import { stackMaximumNodes } from "./stack-maximum-nodes.ts";
import { uniqueClusterNames } from "./unique-cluster-names.ts";

/** Each group by name. */
const limits: readonly Rule[] = [...limitRules, ipPoolsReserved, poolCountsInOrder, reservationPeriod];

const guardRails: readonly Rule[] = [
  ...clashRules,
  allowedFlavors,
  allowedProjects,
  allowedRegions,
  corsWildcardCredentials,
  ipPoolsOverlap,
  kubernetesAllowedVersions,
  kubernetesMinimumVersion,
  noDestruction,
  noHttpDowngrade,
  noLegacyRuleType,
  noLossInUpdate,
  noRenameWithoutAliases,
  openAccessList,
  poolAutoHealing,
  poolMinimumNodes,
  poolNoPublicIpv4,
  protectedResources,
  requestHeaderSecret,
  secureKeySecret,
  stackMaximumNodes,
];

const money: readonly Rule[] = [commitmentBudget, monthlyBudget, monthlyIncrease];

const stack: readonly Rule[] = [quotaHeadroom, shadowedRuleTemplates, uniqueClusterNames];

/** All rules, in the order of the table of rules. */
export const rules: readonly Rule[] = [limits, guardRails, money, stack].flatMap((group) =>
  group.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
);
