/** Programs of a stack with rule sets, before and after a change that covers every operation on their rules. */
const head = `
  const on = (value: boolean) => ({ options: { gzipOn: { enabled: true, value } } });
  const signed = (key: string) => ({ options: { secure_key: { enabled: true, key: pulumi.secret(key), type: 0 } } });
  const rule = (key: string, changes: object = {}) =>
    ({ key, name: key, rule: "/" + key + "/", ruleType: 0, ...changes }) as cloudplatform.cdn.RuleSetRuleArgs;
  const template = (name: string, options: object = {}) =>
    new cdn.RuleTemplate(name, { name, rule: "/" + name + "/", ruleType: 0, weight: 5 }, options);
`;

export const first = `${head}
  export const single = template("single").id;
  export const ids = new cdn.RuleSet("shop", { rules: [rule("images", on(true)), rule("drifted"), rule("removed"),
    rule("vanished"), rule("signed", signed("planted-before")), rule("out"), rule("freed"), rule("a.b"), rule("last")] }).templateIds;
  new cdn.RuleSet("gone", { rules: [rule("lost")] });
  new cdn.RuleSet("kept", { rules: [rule("left")] }, { retainOnDelete: true });
  new cdn.RuleSet("same", { rules: [rule("one"), rule("two")] });
`;

export const second = ({ single, ids }: Record<string, unknown>) => `${head}
  const made = template("made");
  new cdn.RuleSet("shop", { rules: [rule("last"), rule("images", on(false)), rule("new"), rule("drifted"),
    rule("vanished"), rule("signed", signed("planted-after")), rule("a.b", on(true)),
    rule("later", { name: made.templateId.apply(String) }), rule("single", { import: "${single}" })], released: ["freed"] });
  new cdn.RuleTemplate("out", { name: "out", rule: "/out/", ruleType: 0 }, { import: "${(ids as { out: number }).out}" });
  new cdn.RuleSet("same", { rules: [rule("one"), rule("two")] });
  new cdn.RuleSet("open", { rules: made.templateId.apply((id) => [rule("key-" + id)]) });
  export const cdnSampleUrls = ["/images/a.png", "/last/", "/removed/"];
`;

/** Secrets of these programs and of the configuration. */
export const planted = ["planted-before", "planted-after", "planted-config-secret"];

/** Changes made on the platform outside the stack. */
export const drifted = {
  drifted: {
    name: "drifted",
    rule: "/drifted/",
    ruleType: 0,
    weight: 2000,
    options: { gzipOn: { enabled: true, value: true } },
  },
};
export const deleted = "vanished";
