import { beforeEach, describe, expect, test } from "vitest";
import { foreignForms } from "../../emulator/transit/gateway.ts";
import { controlOf } from "../helpers/control.ts";
import { openInProcess as open } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { isRest, rowsOf, testOnce } from "../helpers/rest.ts";
import { kindNames, kinds } from "./kinds.ts";

const emulator = await platform({ speed: 20_000 });
const control = controlOf(emulator);
let serial = 0;

/** Opens a resource of a separate program. Unique settings give it its own client. */
function resource(provider: (typeof providerKinds)[number], name: (typeof kindNames)[number]) {
  const settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) };
  return open[provider](kinds[name].handler, emulator, `foreign-${serial}`, settings);
}

beforeEach(() => control.reset());

describe.each(providerKinds.map((provider, place) => ({ provider, place })))(
  "with the $provider provider",
  ({ provider, place }) => {
    /** Creates a resource, then lets a gateway answer every request. */
    async function behindGateway(name: (typeof kindNames)[number], form: string) {
      const { inputs, collection } = kinds[name];
      const harness = resource(provider, name);
      await harness.up(inputs);
      const before = await control.state(collection);
      const { state } = harness;
      const kept = async () => {
        await control.clearFaults();
        expect(harness.state).toEqual(state);
        expect(await control.state(collection)).toEqual(before);
      };
      await control.fault({ name: "foreign", form });
      return { harness, kept };
    }

    describe.each(kindNames.map((name, index) => [name, index + 2 * place] as const))("%s", (name, turn) => {
      test.each(rowsOf(foreignForms, turn))(
        "stays in state when a gateway answers refresh with 404 (%s)",
        async (form) => {
          const { harness, kept } = await behindGateway(name, form);
          await expect(harness.refresh()).rejects.toThrow(/404/);
          await kept();
        },
      );

      test.each(rowsOf(foreignForms, turn + 1))(
        "stays in state when a gateway answers destroy with 404 (%s)",
        async (form) => {
          const { harness, kept } = await behindGateway(name, form);
          await expect(harness.destroy()).rejects.toThrow(/404/);
          await kept();
        },
      );

      // Updating a reservation sends no request.
      const updates = isRest() || name === "reservations.Reservation" ? [] : [name];
      test.each(updates)("%s is updated only where the platform itself answers", async () => {
        const { harness } = await behindGateway(name, "json");
        const { collection, changed } = kinds[name];
        const before = await control.state(collection);
        const { id } = harness.state ?? {};
        await expect(harness.up(changed)).rejects.toThrow(/404/);
        expect(harness.state?.id).toBe(id);
        expect(await control.state(collection)).toEqual(before);
      });

      testOnce("leaves the state when the platform itself does not have it any more", async () => {
        const { inputs, collection } = kinds[name];
        const harness = resource(provider, name);
        const before = await control.state(collection);
        await harness.up(inputs);
        const ids = before.map((one) => JSON.stringify(one.id));
        for (const one of await control.state(collection)) {
          if (ids.includes(JSON.stringify(one.id))) continue;
          const { id, project_id, region_id, client_id, name: own } = one;
          const key = collection === "clusters" ? `${project_id}/${region_id}/${own}` : String(id ?? client_id);
          await control.remove(collection, key);
        }
        await harness.refresh();
        await harness.destroy();
        expect(harness.state).toBeUndefined();
      });
    });
  },
);
