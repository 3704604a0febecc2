import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { platform } from "../helpers/platform.ts";
import { transitKey } from "../helpers/transit.ts";
import { openProject, type Project } from "../policies/project.ts";

/** Resource rules and stack rules, applied to the rules of a set: in a preview, an update and a state. */
const emulator = await platform({ speed: 100_000 });
let project: Project;

const program = `
  import { cdn } from "@cloudplatform/pulumi";
  const rule = (key: string, more: object = {}) => ({ key, name: key, rule: "/" + key + "/", ruleType: 0, ...more }) as const;
  const headers = { staticRequestHeaders: { enabled: true, value: { "X-Api-Key": "planted-header" } } };
  const shop = new cdn.RuleSet("shop", { rules: [rule("images"), rule("header", { options: headers }),
    rule("old", { ruleType: 1, rule: "old/" }), rule("older", { ruleType: 1, rule: "older/" })] });
  // The weight that the first rule of a set has. In this order, because the later one of two is reported.
  const again = new cdn.RuleTemplate("again", { name: "again", rule: "/images/", ruleType: 0, weight: 1000 },
    { dependsOn: shop });
  new cdn.RuleSet("later", { rules: [rule("images", { name: "later" })] }, { dependsOn: again });
`;

const config = {
  ...{ all: "disabled", "shadowed-rule-templates": "mandatory", "no-legacy-rule-type": "advisory" },
  ...{ "request-header-secret": "remediate", "waivers-in-force": "advisory" },
  waivers: {
    enforcementLevel: "mandatory",
    maxDays: 1_000_000,
    waivers: [
      {
        ...{ rule: "no-legacy-rule-type", resource: "shop/old", reason: "migration goes on until spring" },
        ...{ owner: "ops", expires: "2999-12-31" },
      },
    ],
  },
};

const reportSchema = z.looseObject({
  findings: z.array(z.looseObject({ kind: z.string(), rule: z.string(), resource: z.string(), message: z.string() })),
  errors: z.array(z.string()),
});

beforeAll(async () => {
  project = await openProject("policy-violations", emulator.url);
  await project.write("index.ts", program);
  await project.write("only.json", JSON.stringify(config));
  await project.pulumi("stack", "init", "shop", "--secrets-provider", transitKey);
});
afterAll(() => project.remove());

const shadowed = [
  '"again" and "shop/images" both have rule /images/ and weight 1000',
  '"later/images" and "shop/images" both have rule /images/ and weight 1000',
];

async function check(...args: string[]) {
  const ran = await project.policy("check", "--config", "only.json", "--format", "json", ...args);
  expect(ran.code, ran.stdout + ran.stderr).toBe(1);
  const { findings, errors } = reportSchema.parse(JSON.parse(ran.stdout));
  expect(errors).toEqual([]);
  const of = (rule: string) => findings.filter((one) => one.rule === rule);
  expect(of("shadowed-rule-templates").map(({ resource, message }) => [resource, message])).toEqual([
    ["again", shadowed[0]],
    ["later", shadowed[1]],
  ]);
  expect(of("no-legacy-rule-type").map(({ resource, message }) => [resource, message])).toEqual([
    ["shop", "rules.older.ruleType: must be 0; got 1"],
  ]);
  expect(of("waivers-in-force").map(({ message }) => message)).toContainEqual(
    expect.stringContaining("Waived: rules.old.ruleType: must be 0; got 1"),
  );
  return of;
}

test("a preview, an update without a preview and a state show violations in the rules of sets", async () => {
  const previewed = await check();
  expect(previewed("request-header-secret").map(({ kind, resource }) => [kind, resource])).toEqual([
    ["remediated", "shop"],
  ]);

  const up = await project.pulumi(
    ...["up", "--yes", "--skip-preview", "--policy-pack", "../../../policies", "--policy-pack-config", "only.json"],
  );
  expect(up.code, up.stdout).not.toBe(0);
  for (const message of shadowed) expect(up.stdout).toContain(message);

  const exported = await project.pulumi("stack", "export");
  // The header was remediated in the set before its create.
  expect(exported.stdout).not.toContain("planted-header");
  expect(
    emulator.platform.store.ruleTemplates.all().some((one) => JSON.stringify(one).includes("planted-header")),
  ).toBe(true);
  await project.write("exported.json", exported.stdout);
  await check("--state", "exported.json");
});
