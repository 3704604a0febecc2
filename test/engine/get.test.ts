import { expect, test } from "vitest";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { dynamicProvider } from "../../provider/pulumi/dynamic/dynamic-provider.ts";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { platform } from "../helpers/platform.ts";

const emulator = await platform();

/** Reads an object as `.get` in a program does, without state. */
function get(handler: AnyHandler, id: string) {
  const provider = dynamicProvider(handler);
  const config: Record<string, string> = { "cloudplatform:baseUrl": emulator.url, "cloudplatform:apiKey": "local" };
  void provider.configure?.({ config: { get: (key: string) => config[key] } as never });
  return provider.read?.(id, { __provider: "text", __urn: "urn:pulumi:test::get::x:y:Z::gone" });
}

test.each<[AnyHandler, string, string]>([
  [ruleTemplateHandler, "4711", "4711"],
  [appTemplateHandler, "4711", "4711"],
  [reservationHandler, "4711", "4711"],
  [clusterHandler, "1:76:gone", "1/76/gone"],
])("an object that does not exist is an error that names its type, id and platform", async (handler, id, shown) => {
  await expect(get(handler, id)).rejects.toThrow(
    `Reading ${handler.noun} "gone" failed: there is no ${handler.noun} ${shown} on ${emulator.url}.`,
  );
});

test.each<[AnyHandler, string]>([
  [ruleTemplateHandler, 'expected a number such as "123".'],
  [appTemplateHandler, 'expected a number such as "123".'],
  [reservationHandler, 'expected a number such as "123".'],
  [clusterHandler, "expected <projectId>/<regionId>/<name>, such as"],
])("an id of the wrong form names the wanted form", async (handler, form) => {
  for (const id of ["x7", "", "1.5", "-1", "7/"]) {
    const failed = expect(get(handler, id)).rejects;
    await failed.toThrow(form);
    await failed.toThrow(`Reading ${handler.noun} "gone" failed: `);
  }
});

test("an error of another kind is unchanged", async () => {
  const broken = new TypeError("broken");
  const importId = () => {
    throw broken;
  };
  await expect(get({ ...ruleTemplateHandler, importId }, "1")).rejects.toThrow("broken");
});
