import { inspect } from "node:util";
// In a process of its own: the kit reloads modules, and other test files would get some of them twice.
import { policiesOf, rules, Session } from "@cloudplatform/policies";
import { cdn, edge, kubernetes, Provider, pricing, reservations } from "@cloudplatform/pulumi";
import * as native from "@cloudplatform/pulumi/native";
import { type Change, DeployError, deploy, matchers, preview } from "@cloudplatform/pulumi/testing";
import { useClock } from "@cloudplatform/pulumi/values";
import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";

expect.extend(matchers);

declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    toReplaceNothing(): R;
  }
}

const kindsOf = (changes: readonly Change[]) => changes.map(({ name, kind }) => `${kind} ${name}`);

const image = (args: Partial<cdn.RuleTemplateArgs> = {}, options?: pulumi.CustomResourceOptions) =>
  new cdn.RuleTemplate("images", { name: "images", rule: "/images/.*", ruleType: 0, ...args }, options);

const cluster = (args: Partial<kubernetes.ClusterArgs> = {}) =>
  new kubernetes.Cluster("edge", {
    ...{ projectId: 1, name: "edge-1", keypair: "ops", version: "v1.31.9" },
    pools: [
      {
        ...{ name: "general", flavorId: "g1-standard-2-4", minNodeCount: 1, bootVolumeSize: 50 },
        ...{ bootVolumeType: "standard", servergroupPolicy: "affinity" },
      },
    ],
    ...args,
  });

async function failureOf(deployment: Promise<unknown>): Promise<DeployError> {
  const error = await deployment.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(DeployError);
  return error as DeployError;
}

test("resources have the outputs of the platform, and a second deployment changes nothing", async () => {
  const first = await deploy(() => {
    const { templateId, rule } = image({ rule: "images/.*" });
    return { templateId, rule };
  });
  expect(first.outputs).toMatchObject({ rule: "/images/.*", templateId: expect.any(Number) });
  expect(first.resource("images").outputs).toMatchObject({ rule: "/images/.*", weight: expect.any(Number), client: 1 });
  expect(kindsOf(first.changes)).toEqual(["create images"]);
  expect(first.preview).toEqual(first.changes);
  expect(first.requests).toContainEqual(
    expect.objectContaining({ method: "POST", path: "/cdn/resources/rule_templates", status: 201 }),
  );
  const next = await first.deploy();
  expect(next.changes).toEqual([]);
  expect(next.requests.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("the next program's changes are updates, replacements and deletes, as with the engine", async () => {
  const first = await deploy(
    () => {
      image({ weight: 10 });
      cluster();
      new cdn.RuleTemplate("old", { rule: "/old", ruleType: 0 });
    },
    { config: { regionId: 76 } },
  );
  expect(first.resource("edge").outputs).toMatchObject({ status: "Provisioned", clusterId: expect.any(String) });
  const next = await first.deploy(() => {
    image({ weight: 11 });
    cluster({ keypair: "others" });
  });
  expect(kindsOf(next.changes)).toEqual(["update images", "replace edge", "delete old"]);
  expect(next.changes[0]?.diff).toEqual([{ path: "weight", kind: "update", from: 10, to: 11, replaces: false }]);
  expect(next.changes[1]?.diff).toEqual([
    { path: "keypair", kind: "update", from: "ops", to: "others", replaces: true },
  ]);
  expect(next.preview).toEqual(next.changes);
  expect(next.changes[0]).toReplaceNothing();
  expect(() => expect(next).toReplaceNothing()).toThrow(/edge \(keypair: "ops" → "others"\)/);
  expect(next.resources.map(({ name }) => name)).toEqual(["images", "edge"]);
  expect((await next.destroy()).resources).toEqual([]);
});

test("check failures have the texts, paths and resources of a preview, all of one resource at once", async () => {
  const error = await failureOf(
    deploy(() => {
      image({ ruleType: 5 as never, weight: 0, options: { browser_cache_settings: { enabled: true, value: "soon" } } });
    }),
  );
  const type = "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate";
  expect(error.message).toContain(
    `${type} resource 'images': property weight value {0} has a problem: must be from 1 to 2147483647; got 0`,
  );
  expect(error.problems.map(({ property, urn }) => [property, urn.split("::").at(-1)])).toEqual([
    ["ruleType", "images"],
    ["weight", "images"],
    ["options.browser_cache_settings.value", "images"],
  ]);
});

test("nothing is created when another resource of the program is wrong", async () => {
  const error = await failureOf(
    deploy(() => {
      image();
      new cdn.RuleTemplate("bad", { rule: "", ruleType: 0 });
    }),
  );
  expect(error.message).toMatch(/resource 'bad': property rule/);
  expect(error.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  // As Node prints an error that nobody catches.
  expect(inspect(error)).not.toMatch(/requests|result/);
});

test("components, aliases, protection, ignoreChanges and replaceOnChanges work as in the engine", async () => {
  class Site extends pulumi.ComponentResource {
    constructor(name: string, options: pulumi.CustomResourceOptions = {}) {
      super("acme:web:Site", name, {}, {});
      for (const part of ["a", "b"])
        new cdn.RuleTemplate(
          part,
          { name: part, rule: `/${part}`, ruleType: 0, weight: 5 },
          { ...options, parent: this },
        );
      this.registerOutputs({ parts: 2 });
    }
  }
  const first = await deploy(() => void new Site("shop", { protect: true }));
  expect(first.resource("a").urn).toContain("acme:web:Site$pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate::a");
  expect(first.resource("shop").outputs).toEqual({ parts: 2 });
  const renamed = await first
    .deploy(
      () =>
        void new cdn.RuleTemplate(
          "c",
          { name: "a", rule: "/a", ruleType: 0, weight: 6 },
          {
            aliases: [{ name: "a", parent: first.resource("shop").urn }],
            ignoreChanges: ["weight"],
          },
        ),
    )
    .catch((error) => error);
  expect(renamed).toBeInstanceOf(DeployError);
  expect(renamed.message).toMatch(/::b" cannot be deleted\nbecause it is protected/);
  const replaced = await (await deploy(() => void image())).deploy(
    () => void image({ weight: 3 }, { replaceOnChanges: ["weight"] }),
  );
  expect(kindsOf(replaced.changes)).toEqual(["replace images"]);
  const kept = await (await deploy(() => void image({ weight: 3 }))).deploy(
    () => void image({ weight: 4 }, { ignoreChanges: ["weight"] }),
  );
  expect(kept.changes).toEqual([]);
});

test("a failure of the platform keeps what exists, and the program's own errors are reported", async () => {
  const stack = await deploy(() => undefined);
  await stack.emulator.control("POST", "faults", { name: "status", status: 400, endpoint: "ruleTemplates.create" });
  const refused = await failureOf(stack.deploy(() => void image()));
  expect(refused.problems[0]?.message).toMatch(/400/);
  expect(refused.result.resources).toEqual([]);
  await stack.emulator.control("DELETE", "faults");
  expect(kindsOf((await refused.result.deploy()).changes)).toEqual(["create images"]);
  const thrown = await failureOf(
    stack.deploy(() => {
      throw new Error("no site today");
    }),
  );
  expect(thrown.message).toBe("no site today");
  const applied = await failureOf(
    stack.deploy(
      () =>
        void image({
          name: pulumi.output("x").apply(() => {
            throw new Error("no name");
          }),
        }),
    ),
  );
  expect(applied.message).toContain("no name");
});

test("secrets are marked, and configuration and stack references are read", async () => {
  const deployed = await deploy(
    () => {
      const config = new pulumi.Config();
      const other = new pulumi.StackReference("organization/network/prod");
      image({
        name: other.requireOutput("name").apply(String),
        options: { secure_key: { enabled: true, key: config.requireSecret("key"), type: 0 } },
      });
      const secrets = ["name", "token"].map((name) => pulumi.isSecret(other.requireOutput(name)));
      return { region: config.get("regionId"), secrets, token: other.requireOutput("token") };
    },
    {
      config: { regionId: 76, key: { secret: "s3cret" } },
      stacks: { "organization/network/prod": { name: "network", token: { secret: "s3cret" } } },
    },
  );
  const images = deployed.resource("images");
  expect(images.outputs.name).toBe("network");
  expect(images.outputs.options.secure_key.key).toBe("s3cret");
  expect(images.secrets.join()).toMatch(/^\/options/);
  expect(deployed.outputs).toEqual({ region: "76", secrets: [false, true], token: "s3cret" });
  expect(JSON.stringify([deployed.requests, deployed.changes, deployed.messages])).not.toContain("s3cret");
});

test("a hook does not run, and a warning says so", async () => {
  const ran: string[] = [];
  const made = await deploy(() => {
    const hook = new pulumi.ResourceHook("tell", () => void ran.push("tell"));
    image({}, { hooks: { afterCreate: [hook, () => void ran.push("function")] } });
  });
  expect(kindsOf(made.changes)).toEqual(["create images"]);
  expect(made.messages.map(({ severity, text }) => `${severity}: ${text}`)).toEqual([
    "warning: The hook tell does not run in a unit test: test its function alone.",
    expect.stringMatching(/^warning: The hook \S*images\S* does not run/),
  ]);
  expect(ran).toEqual([]);
});

test("skips the deletion of an object with that of the resource that deletedWith names, and reports what the program logs", async () => {
  const made = await deploy(() => {
    const other = new cdn.RuleTemplate("other", { rule: "/other/", ruleType: 0 });
    const tied = new cdn.RuleTemplate("tied", { rule: "/tied/", ruleType: 0 }, { deletedWith: other });
    void pulumi.log.warn("It outlives the other one.", tied);
  });
  expect(made.messages).toContainEqual({
    ...{ severity: "warning", text: "It outlives the other one." },
    urn: made.resource("tied").urn,
  });
  const gone = await made.deploy(() => {});
  const deleted = gone.requests.filter(({ method }) => method === "DELETE").map(({ path }) => path);
  expect(deleted).toEqual([`/cdn/resources/rule_templates/${made.resource("other").id}`]);
});

test("a resource that sets deletedWith warns that its object stays", async () => {
  const made = await deploy(() => {
    const other = new cdn.RuleTemplate("other", { rule: "/other/", ruleType: 0 });
    new cdn.RuleTemplate("tied", { rule: "/tied/", ruleType: 0 }, { deletedWith: other });
  });
  expect(made.messages).toEqual([
    {
      ...{ severity: "warning", urn: made.resource("tied").urn },
      text: expect.stringContaining("its object stays on the platform"),
    },
  ]);
});

test("explicit providers are accounts of their own, transforms apply, and lookups see the same platform", async () => {
  const deployed = await deploy(() => {
    pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
      type.endsWith("cdn:RuleTemplate") ? { props: { ...props, weight: 7 }, opts } : undefined,
    );
    const other = new Provider("other", { apiKey: "other", baseUrl: "https://eu.example.com" });
    const here = image();
    const there = image2(other);
    return {
      price: pricing.getLoggingPriceOutput({ regionId: 76 }),
      here: cdn.getRuleTemplatesOutput({}, { dependsOn: here }).apply((all) => all.map(({ name }) => name)),
      there: cdn
        .getRuleTemplatesOutput({}, { provider: other, dependsOn: there })
        .apply((all) => all.map(({ name }) => name)),
    };
  });
  expect(deployed.resource("images").outputs.weight).toBe(7);
  expect(deployed.outputs.here).toContain("images");
  expect(deployed.outputs.there).toContain("second");
  expect(deployed.outputs.there).not.toContain("images");
  expect(deployed.outputs.price).toMatchObject({ currencyCode: expect.any(String) });
});

test.each([
  ["dynamic", { cdn, Provider }],
  ["native", native as unknown as { cdn: typeof cdn; Provider: typeof Provider }],
] as const)(
  "a rule that leaves its set is deleted although a resource of another account imports the same id: the %s provider",
  async (_, { cdn, Provider }) => {
    const rule = { name: "moved", rule: "/moved", ruleType: 0 } as const;
    const left = { key: "left", name: "left", rule: "/left", ruleType: 0 } as const;
    const moved = { ...rule, key: "moved", import: "500" };
    const seed = { ruleTemplates: [{ id: 500, name: "moved", rule: "/moved", ruleType: 0, weight: 1 }] };
    const first = await deploy(() => void new cdn.RuleSet("set", { rules: [left, moved] }), { seed });
    const program = (apiKey: string) => () => {
      const other = new Provider("other", { apiKey });
      new cdn.RuleSet("set", { rules: [left] });
      new cdn.RuleTemplate("there", { ...rule, weight: 1 }, { provider: other, import: "500" });
    };
    const next = await first.deploy(program("other"));
    const deletions = next.requests.filter(({ method }) => method === "DELETE");
    expect(deletions.map(({ path }) => path)).toEqual(["/cdn/resources/rule_templates/500"]);
  },
);

const image2 = (provider: pulumi.ProviderResource) =>
  new cdn.RuleTemplate("second", { name: "second", rule: "/second", ruleType: 0 }, { provider });

test("a preview changes nothing and does not know values that only an update knows", async () => {
  const planned = await preview(() => {
    const first = image();
    new cdn.RuleTemplate("second", { name: "second", rule: pulumi.interpolate`/${first.templateId}`, ruleType: 0 });
    return { id: first.templateId };
  });
  expect(kindsOf(planned.changes)).toEqual(["create images", "create second"]);
  expect(planned.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(planned.resources).toEqual([]);
});

test("every kind of resource is deployed, also by the native provider, a second deployment changes nothing, and all is destroyed", async () => {
  const program = (of: { cdn: typeof cdn; edge: typeof edge; reservations: typeof reservations }) => () => {
    new of.cdn.RuleTemplate("rule", { name: "rule", rule: "/rule", ruleType: 0 });
    new of.edge.AppTemplate("app", { binaryId: 42, name: "app", owned: true, shortDescr: "App", params: [] });
    new of.edge.Secret("secret", { name: "secret", secretSlots: [{ slot: 0, value: pulumi.secret("s3cret") }] });
    new of.reservations.Reservation("metal", {
      ...{ name: "metal", period: "MONTHS12", regionId: 76 },
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
    });
  };
  for (const of of [
    { cdn, edge, reservations },
    native as unknown as { cdn: typeof cdn; edge: typeof edge; reservations: typeof reservations },
  ]) {
    const first = await deploy(program(of));
    expect(kindsOf(first.changes).sort()).toEqual(["create app", "create metal", "create rule", "create secret"]);
    expect((await first.deploy()).changes).toEqual([]);
    expect((await first.destroy()).resources).toEqual([]);
  }
});

test("each deployment is a new process of the provider: a renamed purchase is refused as existing", async () => {
  const metal = (name: string) => () =>
    new reservations.Reservation(name, {
      ...{ name: "metal", period: "MONTHS12", regionId: 76 },
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
    });
  const first = await deploy(metal("one"));
  const error = await failureOf(first.deploy(metal("other")));
  expect(error.message).toContain(
    'To manage it here, set the option aliases: [{ name: "one" }] if this is a new name of',
  );
});

test("a stack does not see objects of another stack of its name", async () => {
  const first = await deploy(() => void image());
  const other = { id: Number(first.resource("images").id), name: "other", rule: "/other", ruleType: 0 };
  const second = await deploy(() => void image(), { seed: { ruleTemplates: [other] } });
  expect(kindsOf(second.changes)).toEqual(["create images"]);
});

test("stacks that are deployed at once do not wait, and the clock is restored afterwards", async () => {
  const before = useClock(undefined);
  useClock(before);
  const [small] = await Promise.all([
    deploy(() => void image()),
    deploy(() => void cluster(), { config: { regionId: 76 } }),
    deploy(() => void cluster(), { config: { regionId: 76 } }),
  ]);
  expect(kindsOf(small.changes)).toEqual(["create images"]);
  expect(useClock(before)).toBe(before);
});

test("a program that is a module runs once more for each deployment", async () => {
  const first = await deploy(() => import("./programs/site.ts"), { config: { weight: 5 } });
  const next = await first.deploy(() => import("./programs/site.ts"), { config: { weight: 6 } });
  expect(kindsOf(next.changes)).toEqual(["update images"]);
  expect(next.outputs.images.weight).toBe(6);
});

test("resources of other packages have their inputs as outputs, or those of mocks", async () => {
  class Pet extends pulumi.CustomResource {
    declare readonly length: pulumi.Output<number>;
    declare readonly pet: pulumi.Output<string>;
    constructor(name: string) {
      super("random:index/pet:Pet", name, { length: 2, pet: undefined });
    }
  }
  const deployed = await deploy(
    () => {
      const { pet } = new Pet("pet");
      image({ name: pet });
    },
    { mocks: { newResource: ({ name }) => ({ id: name, state: { pet: "fox" } }) } },
  );
  expect(deployed.resource("images").outputs.name).toBe("fox");
});

test("the policies of a pack evaluate what was deployed", async () => {
  const deployed = await deploy(() => void image({ rule: ".*" }), { config: { regionId: 76 } });
  const policies = policiesOf(rules, new Session(rules.map(({ name }) => name)));
  const own = [
    {
      name: "short-rules",
      validateResource: (args: { props: { rule?: string } }, report: (message: string) => void) => {
        if ((args.props.rule ?? "").length < 5) report("is too short");
      },
    },
  ];
  expect(await deployed.violations(own)).toEqual([
    { policy: "short-rules", urn: deployed.resource("images").urn, message: "is too short" },
  ]);
  const levelled = [{ ...own[0], enforcementLevel: "disabled" } as (typeof own)[0]];
  expect(await deployed.violations(levelled)).toEqual([]);
  expect(await deployed.violations(own, { "short-rules": "disabled" })).toEqual([]);
  expect(await deployed.violations(levelled, { "short-rules": { enforcementLevel: "advisory" } })).toHaveLength(1);
  await expect(deployed.violations(own, { "short-rule": {} })).rejects.toThrow(
    /"short-rule".*did you mean short-rules/,
  );
  const bounded = {
    name: "length",
    configSchema: { properties: { length: { type: "number", default: 7 } } },
    validateStack: (args: { getConfig: () => object }, report: (message: string) => void) =>
      report(JSON.stringify(args.getConfig())),
  };
  expect(await deployed.violations([bounded], { all: "mandatory", length: { enforcementLevel: "advisory" } })).toEqual([
    { policy: "length", urn: "", message: '{"length":7}' },
  ]);
  expect(
    (await deployed.violations(policies, { "allowed-projects": {} })).filter(({ policy }) => policy === "short-rules"),
  ).toEqual([]);
  const legacy = await deploy(() => void image({ ruleType: 1 }));
  const reported = await legacy.violations(policiesOf(rules, new Session(rules.map(({ name }) => name))));
  expect(reported.map(({ policy }) => policy)).toContain("no-legacy-rule-type");
});

test("an object that was retained is imported, and read by get, with either provider", async () => {
  for (const of of [{ cdn }, native as unknown as { cdn: typeof cdn }]) {
    const args = { name: "images", rule: "/images/.*", ruleType: 0, weight: 4 } as const;
    const first = await deploy(() => void new of.cdn.RuleTemplate("images", args, { retainOnDelete: true }));
    const { id } = first.resource("images");
    const gone = await first.deploy(() => undefined);
    expect(kindsOf(gone.changes)).toEqual(["delete images"]);
    const back = await gone.deploy(() => void new of.cdn.RuleTemplate("back", args, { import: id }));
    expect(back.resource("back").id).toBe(id);
    expect(back.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    const got = await gone.deploy(() => ({ rule: of.cdn.RuleTemplate.get("got", id).rule }));
    expect(got.outputs.rule).toBe("/images/.*");
    const none = await failureOf(gone.deploy(() => ({ rule: of.cdn.RuleTemplate.get("got", "4711").rule })));
    expect(none.message).toContain("there is no CDN rule template 4711");
  }
});

test("a misspelled option is refused with the name that was meant", async () => {
  const made = await deploy(() => {}, { preview: false });
  for (const run of [deploy, preview, made.deploy, made.previewOf]) {
    const misspelled: object = { stak: "x" };
    await expect(run(() => {}, misspelled)).rejects.toThrow('The option "stak" is not known here; did you mean stack?');
  }
});

test("requests that are sent at once are each reported once", async () => {
  const rules = Array.from({ length: 9 }, (_, index) => ({ key: `r${index}`, rule: `/${index}/`, ruleType: 0 }));
  const set = await deploy(() => void new cdn.RuleSet("set", { rules }));
  const sent = set.requests
    .filter(({ method }) => method === "POST")
    .map(({ body }) => (body as { rule: string }).rule);
  expect(sent.sort()).toEqual(rules.map(({ rule }) => rule));
});

test.each([
  ["dynamic", () => new reservations.Reservation("metal", metal)],
  ["native", () => new native.reservations.Reservation("metal", metal)],
])("values that the %s provider computes are known at the preview of a create", async (_, declare) => {
  const totals: unknown[] = [];
  await deploy(() => void declare().quote.apply((quote) => totals.push(quote?.known === true && quote.total)));
  expect(totals).toEqual(["7209.36", "7209.36"]);
});

const metal: reservations.ReservationArgs = {
  ...{ name: "metal", period: "MONTHS12", regionId: 76 },
  resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
};
