import type { PresetName } from "@cloudplatform/emulator";
import { expect, test } from "vitest";
import { isEmpty } from "../../emulator/server/not-set.ts";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { clientAppTemplate, clientCluster, clientOptions, clientTemplate } from "./clients/requests.ts";
import { madeCluster, type Running, running } from "./platform.ts";

/** Presets with other values for unset fields. */
const presets: readonly PresetName[] = ["documented", "zeroes", "nulls", "sparse"];

/** An object that an official client created, and a program that declares it with the minimum of inputs. */
interface Foreign {
  handler: AnyHandler;
  make(platform: Running): Promise<string>;
  declared: object;
}

async function made({ call }: Running, path: string, body: object): Promise<string> {
  const { status, body: created, text } = await call("POST", path, { body });
  if (status >= 300) throw new Error(`${path} was answered ${status}: ${text}`);
  return String(created.id);
}

/** Returns a value as a program declares it: without empty fields, except `body`, which is required. */
function declared(value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const set = Object.entries(value).filter(([name, part]) => name === "body" || !isEmpty(part));
  return Object.fromEntries(set.map(([name, part]) => [name, declared(part)]));
}

const foreign: Record<string, Foreign> = {
  "a rule template with every option of a client": {
    handler: ruleTemplateHandler,
    make: (platform) => made(platform, "/cdn/resources/rule_templates", clientTemplate()),
    declared: { rule: "images/.*", ruleType: 0, overrideOriginProtocol: "HTTPS", options: declared(clientOptions) },
  },
  "a cluster of virtual and bare metal pools": {
    handler: clusterHandler,
    make: async (platform) => {
      await madeCluster(platform, clientCluster);
      return "1/76/theirs";
    },
    declared: {
      ...{ projectId: 1, regionId: 76, name: "theirs", keypair: "ops", version: "v1.31.9" },
      pools: [
        {
          ...{ name: "general", flavorId: "g1-standard-2-4", minNodeCount: 1, maxNodeCount: 3 },
          ...{ bootVolumeSize: 50, bootVolumeType: "ssd_hiiops", servergroupPolicy: "affinity" },
        },
        { name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 1 },
      ],
      cni: { provider: "cilium", cilium: { hubbleRelay: true } },
    },
  },
  "an edge template": {
    handler: appTemplateHandler,
    make: (platform) => made(platform, "/edgeapp/v1/template", clientAppTemplate),
    declared: { name: "theirs", binaryId: 42, owned: true, params: [{ name: "greeting", dataType: "string" }] },
  },
};

const cases = Object.entries(foreign).flatMap(([what, object]) =>
  presets.map((preset) => ({ what, preset, ...object })),
);

test.each(cases)("adopts and refreshes $what with an empty preview on a platform like $preset", async (each) => {
  const platform = await running({ behaviors: { preset: each.preset } });
  const id = await each.make(platform);
  await platform.control("DELETE", "requests");
  const harness = new EngineHarness(each.handler, platform.emulator, `adopted-${each.preset}`);
  await harness.up({ ...each.declared, __adopt: id });
  expect(await harness.preview(each.declared)).toBe("same");
  expect(await harness.refresh()).toBe(true);
  expect(await harness.preview(each.declared)).toBe("same");
  const sent = (await platform.control("GET", "requests")).body.requests;
  expect(new Set(sent.map(({ method }: { method: string }) => method))).toEqual(new Set(["GET"]));
});
