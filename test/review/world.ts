/** Programs of a stack, before and after a change with everything that a review can show. */
const head = `
  const pool = { name: "general", flavorId: "g1-standard-2-4", minNodeCount: 1, bootVolumeSize: 50,
    bootVolumeType: "ssd_hiiops", servergroupPolicy: "soft-anti-affinity" } as const;
  const cluster = (name: string, changes: object = {}, options: object = {}) =>
    new kubernetes.Cluster(name, { projectId: 1, regionId: 76, name, keypair: "ops", version: "v1.31.9", pools: [pool],
      ...changes } as cloudplatform.kubernetes.ClusterArgs, { protect: false, ...options });
  const template = (name: string, weight: number, changes: object = {}, options: object = {}) =>
    new cdn.RuleTemplate(name, { name, rule: "/" + name + "/", ruleType: 0, weight, ...changes } as cloudplatform.cdn.RuleTemplateArgs, options);
  const reservation = (name: string) => new reservations.Reservation(name, { name, period: "MONTHS12", regionId: 76,
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }] });
  const signed = (key: string) => ({ options: { secure_key: { enabled: true, key: pulumi.secret(key), type: 0 } } });
  class Mine extends pulumi.dynamic.Resource {
    constructor(name: string, inputs: object) {
      super({ create: async (made: object) => ({ id: "mine", outs: made }), update: async (_: string, __: object, made: object) => ({ outs: made }) }, name, inputs);
    }
  }
  class Area extends pulumi.ComponentResource { constructor(name: string) { super("test:index:Area", name); } }
`;

export const first = `${head}
  template("images", 10, { options: { gzipOn: { enabled: true, value: true } } });
  template("drifted", 11);
  template("removed", 12);
  template("signed", 13, signed("planted-before"));
  template("kept", 15, {}, { retainOnDelete: true });
  template("vanished", 16);
  cluster("edge");
  cluster("guarded", {}, { protect: true });
  cluster("pools", { pools: [pool, { ...pool, name: "batch" }] });
  new Area("area");
  export const made = new Mine("mine", { a: 1, token: pulumi.secret("planted-other-provider") }).id;
`;

export const second = `${head}
  template("images", 20, { options: { gzipOn: { enabled: true, value: false } } });
  template("drifted", 11);
  template("signed", 13, signed("planted-after"));
  template("vanished", 16);
  const moved = cluster("edge", { keypair: "ops2" });
  cluster("guarded", { pools: [{ ...pool, minNodeCount: 2, maxNodeCount: 3 }] }, { protect: true });
  cluster("pools", { pools: [pool, { ...pool, name: "batch", bootVolumeSize: 60 }] });
  reservation("metal");
  new Area("area");
  new cdn.RuleTemplate("new", { name: moved.clusterId.apply((id) => id), rule: "/images/new/", ruleType: 0, weight: 14 });
  export const made = new Mine("mine", { a: 2, b: moved.clusterId, token: pulumi.secret("planted-other-provider") }).id;
  export const other = 5;
  export const cdnSampleUrls = ["https://cdn.example/images/a.png", "/a/images/b?size=1"];
`;

/** Secrets of these programs and of the configuration. */
export const planted = ["planted-before", "planted-after", "planted-other-provider", "planted-config-secret"];

/** Changes made on the platform outside the stack. */
export const drifted = {
  name: "drifted",
  rule: "/drifted/",
  ruleType: 0,
  weight: 99,
  options: { gzipOn: { enabled: true, value: true } },
};
export const deleted = "vanished";

/** Returns functions that change and delete rule templates outside the stack. */
export function api(url: string) {
  const path = "/cdn/resources/rule_templates";
  const send = async (method: string, route: string, body?: object): Promise<unknown> => {
    const headers = { authorization: "apikey local", "content-type": "application/json" };
    const response = await fetch(`${url}${route}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text === "" ? undefined : JSON.parse(text);
  };
  const idOf = async (name: string): Promise<number> => {
    const templates = (await send("GET", path)) as { id: number; name: string }[];
    const found = templates.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no rule template ${name}.`);
    return found.id;
  };
  return {
    change: async (name: string, body: object) => send("PUT", `${path}/${await idOf(name)}`, body),
    remove: async (name: string) => send("DELETE", `${path}/${await idOf(name)}`),
  };
}
