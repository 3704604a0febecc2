/** Where a rule set has its objects, for what evaluates a set without its handler: policies and reviews. */
export const ruleSetParts = {
  /** The resource that declares one such object alone. */
  kind: "cdn.RuleTemplate",
  /** Input that has what is declared of them, by key. */
  inputs: "rules",
  /** Input that has their order, until `check` has given each its weight. */
  order: "order",
  /** Input that has the keys of those that leave the set and stay on the platform. */
  released: "released",
  /** Input that has the ids of those that other resources of the program adopt: one that leaves the set stays on the platform. */
  adopted: "adopted",
  /** Input that has the ids of those that the set takes over, by key. */
  imports: "imports",
  /** Output that has their ids, by key. */
  ids: "templateIds",
  /** Output that has, after a failure, those that are not as the inputs say, by key. */
  unfinished: "unfinished",
} as const;
