import { expect, test } from "vitest";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";

const emulator = await platform();

test("a resource without a value that a setting could give names both ways to set it", async () => {
  const cluster = await new EngineHarness(clusterHandler, emulator).check({ name: "shop" });
  expect(cluster.failures).toContainEqual({
    property: "projectId",
    reason: "is required; give it, or set it once as cloudplatform:projectId or CLOUDPLATFORM_PROJECT_ID [CP2001]",
  });
  const reservation = await new EngineHarness(reservationHandler, emulator).check({ name: "metal" });
  expect(reservation.failures).toContainEqual({
    property: "regionId",
    reason: "is required; give it, or set it once as cloudplatform:regionId or CLOUDPLATFORM_REGION_ID [CP2001]",
  });
});
