import { afterAll, expect, test } from "vitest";
import { renamedText } from "../../provider/engine/lifecycle/renamed.ts";
import { ProcessOwnership } from "../../provider/engine/ownership/ownership.ts";
import { resources, tokenOf } from "../../provider/resources/registry.ts";
import { kindNames, kinds } from "../evidence/kinds.ts";
import { exportedState } from "../helpers/exported-state.ts";

const engine = await exportedState();
afterAll(() => engine.remove());

test.each(kindNames)(
  "a creation of %s under another name says what becomes of the object without aliases",
  async (name) => {
    const { handler, inputs } = kinds[name];
    const type = tokenOf(resources[name]);
    const urn = (last: string) => `urn:pulumi:dev::shop::${type}::${last}`;
    engine.write("dev", [{ urn: urn("old"), type, id: "7", inputs: inputs as Record<string, unknown> }]);
    const text = await renamedText(handler, inputs, { urn: urn("new"), ownership: new ProcessOwnership() } as never);
    expect(text).toContain('the option aliases: [{ name: "old" }]');
    // A client always has a threshold: deleting the old resource leaves it to the new resource.
    if (name === "quotas.NotificationThreshold") expect(text).toMatch(/it is not reset/);
    else if (["kubernetes.Cluster", "edge.Secret"].includes(name)) expect(text).toMatch(/without it, pulumi up stops/);
    else expect(text).toMatch(/without it, it is deleted and another one created/);
  },
);
