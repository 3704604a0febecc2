// Imported first: the last module that is loaded must not decide for the others.
import { pricing } from "@cloudplatform/pulumi";
import { deploy } from "@cloudplatform/pulumi/testing";
import { expect, test } from "vitest";
import "../../provider/pulumi/native/plugin/lookups.ts";

test("lookups of a program use its provider in a process that has loaded the plugin", async () => {
  const deployed = await deploy(() => ({ price: pricing.getLoggingPriceOutput({ regionId: 76 }) }));
  expect(deployed.outputs.price).toMatchObject({ currencyCode: expect.any(String) });
});
