import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ownPack } from "../../policies/cli/options.ts";
import { packArguments } from "../../policies/cli/pack-arguments.ts";

const folder = mkdtempSync(join(tmpdir(), "pack-arguments-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const config = (name: string, value: object) => {
  writeFileSync(join(folder, name), JSON.stringify(value));
  return join(folder, name);
};
const [own, other] = [ownPack, join(folder, "other")];
const given = (options: Partial<Parameters<typeof packArguments>[0]>) =>
  packArguments({ pack: [own], config: [], preset: undefined, ...options }, "prod", folder);
const json = (file: string | undefined) => JSON.parse(readFileSync(String(file), "utf8"));

describe("the packs of a check", () => {
  test("all have a configuration, or none has one", async () => {
    await expect(given({ pack: [own, other], config: [other] })).rejects.toThrow("there are 1 for 2");
    await expect(given({ pack: [own], config: [other, other] })).rejects.toThrow("there are 2 for 1");
    await expect(given({ pack: [own, other], preset: "production" })).rejects.toThrow("--preset with several packs");
    const { args, own: configured } = await given({ pack: [own, other] });
    expect(args).toEqual(["--policy-pack", resolve(own), "--policy-pack", resolve(other)]);
    expect(configured?.preset).toBe("baseline");
  });

  test("of others get their configuration unchanged", async () => {
    const file = config("theirs.json", { all: "mandatory" });
    expect(await given({ pack: [other], config: [file] })).toEqual({
      args: ["--policy-pack", resolve(other), "--policy-pack-config", file],
      own: undefined,
    });
  });

  test("get the preset, overridden by the file", async () => {
    const file = config("ours.json", { "pool-minimum-nodes": { nodes: 5 } });
    const { args, own: configured } = await given({ config: [file], preset: "production" });
    expect(configured).toMatchObject({ preset: "production", given: { "pool-minimum-nodes": { nodes: 5 } } });
    expect(json(args[3])["pool-minimum-nodes"]).toEqual({ enforcementLevel: "mandatory", nodes: 5 });
  });

  test("run with mandatory rules as advisory ones, and the report restores the levels", async () => {
    const file = config("levels.json", {
      all: "mandatory",
      "rule-length": "disabled",
      "pool-minimum-nodes": { nodes: 5 },
    });
    const { args, own: configured } = await given({ config: [file], asAdvisory: true });
    const asked = json(args[3]);
    expect(asked.all).toBeUndefined();
    expect(asked["rule-length"]).toBe("disabled");
    expect(asked["pool-minimum-nodes"]).toEqual({ enforcementLevel: "advisory", nodes: 5 });
    expect(Object.values(asked).filter((one) => JSON.stringify(one).includes("mandatory"))).toEqual([]);
    expect(configured?.merged.all).toBe("mandatory");
    const disabled = config("disabled.json", { all: "disabled" });
    expect(json((await given({ config: [disabled], asAdvisory: true })).args[3])).toMatchObject({ all: "disabled" });
  });
});
