import { stripTypeScriptTypes } from "node:module";
import { appTemplateBody, endpoints, ruleTemplateBody } from "@cloudplatform/pulumi/api";
import { scopeOf } from "@cloudplatform/pulumi/client";
import { camel, fromWire } from "@cloudplatform/pulumi/schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Declaration, declarationOf } from "../../provider/cli/adopt/declaration.ts";
import { importFileOf } from "../../provider/cli/adopt/import-file.ts";
import { type Kind, kinds } from "../../provider/cli/adopt/kinds.ts";
import { type LiveObject, readLive } from "../../provider/cli/adopt/live-object.ts";
import { named } from "../../provider/cli/adopt/names.ts";
import { inputNames } from "../../provider/engine/compare/live-inputs.ts";
import { checkInputs } from "../../provider/engine/compare/validate-inputs.ts";
import { diffResource } from "../../provider/engine/lifecycle/diff.ts";
import { inOrderOf } from "../../provider/schema/order.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { arbitraryOf } from "../helpers/arbitrary.ts";
import { clientOf, platform } from "../helpers/platform.ts";

const emulator = await platform();
const client = clientOf(emulator);
const operation = client.bind(scopeOf("cloudplatform adopt"));

function kindOf(name: string): Kind {
  const kind = kinds[name];
  if (kind === undefined) throw new Error(`no resource ${name}`);
  return kind;
}

/** Runs a printed module with classes that record their arguments. Returns the arguments. */
function argumentsOf({ text, secrets }: Declaration): unknown[] {
  const given: unknown[] = [];
  class Taken {
    constructor(_name: string, args: unknown) {
      given.push(args);
    }
  }
  const statements = stripTypeScriptTypes(text)
    .replace(/^import .*$/gm, "")
    .replace("const config = new Config();", "")
    .replace(/^export /gm, "");
  const area = { RuleTemplate: Taken, AppTemplate: Taken, Cluster: Taken, Reservation: Taken };
  const config = { requireSecret: (key: string) => secrets.find((one) => one.key === key)?.value };
  const names = ["cdn", "edge", "kubernetes", "reservations", "config"];
  new Function(...names, statements)(area, area, area, area, config);
  return given;
}

/** Returns the declared inputs that outputs imply. */
function declaredOf(names: readonly string[], { __declared = {}, ...outputs }: Properties): Properties {
  const all = names.map((name) => [name, { ...outputs, ...(__declared as Properties) }[name]] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== null));
}

/** Returns the changes that the next preview would show. */
function changesOf({ kind, outputs }: LiveObject, args: unknown) {
  const { inputs, failures } = checkInputs(kind.handler, args as Record<string, unknown>);
  expect(failures).toEqual([]);
  const declared = inOrderOf(kind.handler.schema, declaredOf(inputNames(kind.handler), outputs), inputs);
  return diffResource(kind.handler, { declared, inputs, state: outputs, isChecked: true });
}

async function expectNoChange(kind: Kind, ids: string[]): Promise<void> {
  const objects = await Promise.all(ids.map((id) => readLive(kind, id, operation)));
  const given = argumentsOf(declarationOf(named(objects, [kind.area])));
  expect(given).toHaveLength(objects.length);
  objects.forEach((object, index) => {
    expect(changesOf(object, given[index])).toEqual({ changes: false });
  });
}

const runs = { numRuns: 100 };

test("any rule template is declared unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryOf(ruleTemplateBody), async (wire) => {
      const body = fromWire(ruleTemplateBody, wire as never);
      const made = await client.call(endpoints["ruleTemplates.create"], { body });
      await expectNoChange(kindOf("rule-template"), [String(made.id)]);
    }),
    runs,
  );
});

test("any edge app template is declared unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryOf(appTemplateBody), async (wire) => {
      const body = fromWire(appTemplateBody, wire as never);
      const made = await client.call(endpoints["appTemplates.create"], { body: { ...body, owned: true } });
      await expectNoChange(kindOf("app-template"), [String(made.id)]);
    }),
    runs,
  );
});

test("a constant has no name that modules reserve", async () => {
  const kind = kindOf("rule-template");
  const names = ["Arguments", "eval", "exports", "module", "require", "undefined", "await", "static"];
  const ids: string[] = [];
  for (const name of names) {
    const body = { name, rule: `/${name}/`, ruleType: 0 as const };
    ids.push(String((await client.call(endpoints["ruleTemplates.create"], { body })).id));
  }
  const objects = await Promise.all(ids.map((id) => readLive(kind, id, operation)));
  expect(named(objects, []).map(({ constant }) => constant)).toEqual(names.map((name) => `${name.toLowerCase()}_`));
  await expectNoChange(kind, ids);
});

test("a cluster with every property is declared unchanged", async () => {
  const pool = { flavorId: "g1-standard-2-4", bootVolumeSize: 50, bootVolumeType: "ssd_hiiops" as const };
  await client.call(endpoints["clusters.create"], {
    params: { projectId: 1, regionId: 76 },
    body: {
      name: "full",
      keypair: "ops",
      version: "1.31.9",
      isIpv6: true,
      authentication: { oidc: { issuerUrl: "https://id.example.com", clientId: "k8s", signingAlgs: ["RS256"] } },
      autoscalerConfig: { "scale-down-unneeded-time": "5m" },
      cni: { provider: "cilium", cilium: { hubbleRelay: true, maskSize: 25 } },
      pools: [
        { ...pool, name: "a", minNodeCount: 1, servergroupPolicy: "affinity", kubeletConfig: { "max-pods": "50" } },
        { name: "b", flavorId: "bm1-basic-small", minNodeCount: 1, maxNodeCount: 3, labels: { tier: "metal" } },
      ],
    },
  });
  emulator.platform.clock.change({ advanceMs: 3_600_000 });
  const kind = kindOf("cluster");
  await expectNoChange(kind, ["1/76/full"]);
  const { text } = declarationOf(named([await readLive(kind, "1/76/full", operation)], [kind.area]));
  for (const reported of [
    '"max-pods": "50"',
    "hubbleRelay: true",
    "maskSize: 25",
    'issuerUrl: "https://id.example.com"',
  ])
    expect(text).toContain(reported);
  expect(text).not.toContain("routingMode");
});

test("secrets are marked as secret in the import file at every depth", async () => {
  const options = { secure_key: { enabled: true, key: "planted-key-4711" } };
  const made = await client.call(endpoints["ruleTemplates.create"], { body: { rule: "/a", ruleType: 0, options } });
  const object = await readLive(kindOf("rule-template"), String(made.id), operation);
  const file = JSON.parse(importFileOf(named([object], ["cdn"])));
  const secret = {
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    plaintext: '"planted-key-4711"',
  };
  expect(file.resources[0].inputs.options.secure_key.key).toEqual(secret);
  expect(file.resources[0].outputs.options.secure_key.key).toEqual(secret);
  expect(JSON.stringify(file).match(/planted-key-4711/g)).toHaveLength(2);
});

test("objects get unique names that are valid in a program", async () => {
  const kind = kindOf("rule-template");
  const called = ["Old pages", "old-pages", "", "404!", "class", "cdn"];
  const objects = called.map((name, index): LiveObject => {
    return { kind, id: String(index + 1), inputs: { name }, written: {}, outputs: {} };
  });
  const all = named(objects, ["cdn"]);
  expect(all.map((one) => one.name)).toEqual(["old-pages", "old-pages-2", "ruletemplate-3", "404", "class", "cdn"]);
  expect(all.map((one) => one.constant)).toEqual(["oldPages", "oldPages2", "ruletemplate3", "_404", "class_", "cdn_"]);
  expect(camel("old_pages")).toBe("oldPages");
});
