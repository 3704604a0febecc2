/** Where a rule set has its objects, for code that evaluates a set without its handler: policies and reviews. */
export const ruleSetParts = {
  /** The resource that declares a single such object. */
  kind: "cdn.RuleTemplate",
  /** Input with their declarations, by key. */
  inputs: "rules",
  /** Input with their order, until `check` has given each one its weight. */
  order: "order",
  /** Input with the keys of those that leave the set and stay on the platform. */
  released: "released",
  /** Input with the ids that other resources of the program adopt: a rule template that leaves the set then stays on the platform. */
  adopted: "adopted",
  /** Input with the ids of those that the set takes over, by key. */
  imports: "imports",
  /** Output with their ids, by key. */
  ids: "templateIds",
  /** Output with those that are not as the inputs say after a failure, by key. */
  unfinished: "unfinished",
} as const;
