import type { Rule } from "../engine/rule.ts";
import { allowedFlavors } from "./allowed-flavors.ts";
import { allowedProjects } from "./allowed-projects.ts";
import { allowedRegions } from "./allowed-regions.ts";
import { appTemplateLongDescription } from "./app-template-long-description.ts";
import { appTemplateNameLength } from "./app-template-name-length.ts";
import { appTemplateParamName } from "./app-template-param-name.ts";
import { appTemplateShortDescription } from "./app-template-short-description.ts";
import { clusterKeypairLength } from "./cluster-keypair-length.ts";
import { clusterLogRetention } from "./cluster-log-retention.ts";
import { clusterNameLength } from "./cluster-name-length.ts";
import { clusterPoolCount } from "./cluster-pool-count.ts";
import { commitmentBudget } from "./commitment-budget.ts";
import { corsWildcardCredentials } from "./cors-wildcard-credentials.ts";
import { hostHeaderClash } from "./host-header-clash.ts";
import { ipPoolsOverlap } from "./ip-pools-overlap.ts";
import { ipPoolsReserved } from "./ip-pools-reserved.ts";
import { kubernetesAllowedVersions } from "./kubernetes-allowed-versions.ts";
import { kubernetesMinimumVersion } from "./kubernetes-minimum-version.ts";
import { monthlyBudget } from "./monthly-budget.ts";
import { monthlyIncrease } from "./monthly-increase.ts";
import { noDestruction } from "./no-destruction.ts";
import { noHttpDowngrade } from "./no-http-downgrade.ts";
import { noLegacyRuleType } from "./no-legacy-rule-type.ts";
import { openAccessList } from "./open-access-list.ts";
import { poolAutoHealing } from "./pool-auto-healing.ts";
import { poolBootVolumeSize } from "./pool-boot-volume-size.ts";
import { poolCountsInOrder } from "./pool-counts-in-order.ts";
import { poolMinimumNodes } from "./pool-minimum-nodes.ts";
import { poolNameLength } from "./pool-name-length.ts";
import { poolNoPublicIpv4 } from "./pool-no-public-ipv4.ts";
import { poolNodeCount } from "./pool-node-count.ts";
import { protectedResources } from "./protected-resources.ts";
import { queryStringClash } from "./query-string-clash.ts";
import { quotaHeadroom } from "./quota-headroom.ts";
import { redirectClash } from "./redirect-clash.ts";
import { requestHeaderSecret } from "./request-header-secret.ts";
import { reservationPeriod } from "./reservation-period.ts";
import { reservationResourceCount } from "./reservation-resource-count.ts";
import { reservationResourceValue } from "./reservation-resource-value.ts";
import { ruleLength } from "./rule-length.ts";
import { ruleType } from "./rule-type.ts";
import { ruleWeight } from "./rule-weight.ts";
import { secureKeySecret } from "./secure-key-secret.ts";
import { shadowedRuleTemplates } from "./shadowed-rule-templates.ts";
import { sliceCompressionClash } from "./slice-compression-clash.ts";
import { stackMaximumNodes } from "./stack-maximum-nodes.ts";
import { uniqueClusterNames } from "./unique-cluster-names.ts";

/** All rules, in the order of the table. */
export const rules: readonly Rule[] = [
  appTemplateLongDescription,
  appTemplateNameLength,
  appTemplateParamName,
  appTemplateShortDescription,
  clusterKeypairLength,
  clusterLogRetention,
  clusterNameLength,
  clusterPoolCount,
  ipPoolsReserved,
  poolBootVolumeSize,
  poolCountsInOrder,
  poolNameLength,
  poolNodeCount,
  reservationPeriod,
  reservationResourceCount,
  reservationResourceValue,
  ruleLength,
  ruleType,
  ruleWeight,
  allowedFlavors,
  allowedProjects,
  allowedRegions,
  corsWildcardCredentials,
  hostHeaderClash,
  ipPoolsOverlap,
  kubernetesAllowedVersions,
  kubernetesMinimumVersion,
  noDestruction,
  noHttpDowngrade,
  noLegacyRuleType,
  openAccessList,
  poolAutoHealing,
  poolMinimumNodes,
  poolNoPublicIpv4,
  protectedResources,
  queryStringClash,
  redirectClash,
  requestHeaderSecret,
  secureKeySecret,
  sliceCompressionClash,
  stackMaximumNodes,
  commitmentBudget,
  monthlyBudget,
  monthlyIncrease,
  quotaHeadroom,
  shadowedRuleTemplates,
  uniqueClusterNames,
];
