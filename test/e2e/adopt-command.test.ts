import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandLine } from "../cli/command-line.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform();
const client = clientOf(emulator);
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
});
afterAll(() => stack.remove());

interface Answer {
  code: number;
  output: string;
}

/** Runs the command in this process; it writes to the stack's folder. `cli/adopt-stdin` tests it as a separate process. */
async function adopt(resource: string, ids: readonly string[], program: string, importFile: string): Promise<Answer> {
  const [programPath, importPath] = [program, importFile].map((name) => join(stack.folder, name)) as [string, string];
  const args = ["adopt", resource, ...ids, "--program", programPath, "--import", importPath];
  const environment = stack.env as Record<string, string>;
  const { code, out, err } = await commandLine(emulator.url, args, { environment, folder: stack.folder });
  return { code, output: `${out}${err}` };
}

const made = {
  template: () =>
    client.call(endpoints["ruleTemplates.create"], {
      body: {
        rule: "/videos/.*",
        ruleType: 0,
        name: "Vidéos & more",
        options: {
          secure_key: { enabled: true, key: "planted-key-4711", type: 0 },
          static_response_headers: { enabled: true, value: [{ name: "X-Frame", value: ["DENY"], always: true }] },
          gzipOn: null,
        },
      },
    }),
  bare: () => client.call(endpoints["ruleTemplates.create"], { body: { rule: "/bare", ruleType: 1 } }),
  app: () =>
    client.call(endpoints["appTemplates.create"], {
      body: {
        binaryId: 42,
        name: "class",
        owned: true,
        shortDescr: "Says hello",
        params: [{ name: "greeting", dataType: "string", mandatory: true, descr: "What to say" }],
      },
    }),
  reservation: () =>
    client.call(endpoints["reservations.create"], {
      body: {
        name: "metal-2026",
        regionId: 76,
        period: "MONTHS36",
        resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
      },
    }),
  async cluster() {
    await client.call(endpoints["clusters.create"], {
      params: { projectId: 1, regionId: 76 },
      body: {
        name: "edge-1",
        keypair: "ops",
        version: "v1.31.9",
        pools: [
          {
            name: "general",
            flavorId: "g1-standard-2-4",
            minNodeCount: 2,
            maxNodeCount: 5,
            bootVolumeSize: 50,
            bootVolumeType: "ssd_hiiops",
            servergroupPolicy: "soft-anti-affinity",
            labels: { tier: "general" },
            taints: { dedicated: "edge:NoSchedule" },
          },
        ],
      },
    });
    emulator.platform.clock.change({ advanceMs: 3_600_000 });
  },
};

describe("adopted objects", () => {
  test("of every resource are in the stack, and the next preview is empty", async () => {
    const [template, bare, app, reservation] = [
      await made.template(),
      await made.bare(),
      await made.app(),
      await made.reservation(),
    ];
    await made.cluster();
    const asked: [resource: string, ...ids: string[]][] = [
      ["rule-template", String(template.id), String(bare.id)],
      ["app-template", String(app.id)],
      ["reservation", String(reservation.id)],
      ["cluster", "1:76:edge-1"],
    ];
    emulator.platform.requests.clear();
    for (const [resource, ...ids] of asked) {
      const response = await adopt(resource, ids, `${resource}.ts`, `${resource}.json`);
      expect(response, response.output).toMatchObject({ code: 0 });
    }
    await stack.program(asked.map(([resource]) => `import "./${resource}.ts";`).join("\n"));
    await stack.config("videosMoreSecret", "planted-key-4711", { secret: true });
    // One import for all files, because each takes seconds.
    const files = await Promise.all(
      asked.map(([resource]) => readFile(join(stack.folder, `${resource}.json`), "utf8")),
    );
    const resources = files.flatMap((text) => JSON.parse(text).resources);
    await writeFile(join(stack.folder, "all.json"), JSON.stringify({ resources }));
    const args = ["--yes", "--protect=false", "--generate-code=false", "--skip-preview"];
    const run = await stack.run("import", "--file", "all.json", ...args);
    expect(run, run.output).toMatchObject({ code: 0 });
    expect((await stack.resources()).map((one) => one.id).sort()).toEqual(
      [String(template.id), String(bare.id), String(app.id), String(reservation.id), "1/76/edge-1"].sort(),
    );
    const preview = await stack.preview("--expect-no-changes", "--diff");
    expect(preview, preview.output).toMatchObject({ code: 0 });
    const refresh = await stack.refresh();
    expect(refresh, refresh.output).toMatchObject({ code: 0 });
    const again = await stack.preview("--expect-no-changes", "--diff");
    expect(again, again.output).toMatchObject({ code: 0 });
    // Even the first `up` only reads; prices are read with POST.
    const up = await stack.up();
    expect(up, up.output).toMatchObject({ code: 0, changes: { same: 6 } });
    const sent = emulator.platform.requests
      .list({})
      .filter(({ method, path }) => method !== "GET" && !/pricing|check_limits/.test(path));
    expect(sent).toEqual([]);
  });

  test("keep server defaults, and their secrets out of program and state", async () => {
    const program = await readFile(join(stack.folder, "rule-template.ts"), "utf8");
    expect(program).toContain('new cdn.RuleTemplate("videos-more", {');
    expect(program).toContain('name: "Vidéos & more"');
    expect(program).toContain('key: config.requireSecret("videosMoreSecret")');
    expect(program).not.toContain("planted-key-4711");
    expect(await stack.stateText()).not.toContain("planted-key-4711");
    expect(await readFile(join(stack.folder, "app-template.ts"), "utf8")).toContain('descr: "What to say"');
    const file = await stat(join(stack.folder, "rule-template.json"));
    expect(file.mode & 0o077).toBe(0);
  });

  test("do not overwrite existing files", async () => {
    const response = await adopt("rule-template", ["77"], "rule-template.ts", "other.json");
    expect(response).toMatchObject({ code: 2, output: expect.stringMatching(/rule-template\.ts" exists/) });
  });

  test("are refused when they belong to the platform or do not exist", async () => {
    expect(await adopt("rule-template", ["1"], "none.ts", "none.json")).toMatchObject({
      code: 1,
      output: expect.stringContaining("system template"),
    });
    expect(await adopt("rule-template", ["4711"], "none.ts", "none.json")).toMatchObject({
      code: 3,
      output: expect.stringContaining("There is no CDN rule template 4711."),
    });
  });
});
