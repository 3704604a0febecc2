import { execFile, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { monthlyBudget } from "../../policies/rules/monthly-budget.ts";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { startAnalyzer } from "../helpers/analyzer.ts";
import { sendControl } from "../helpers/control.ts";
import { cluster, template as ruleTemplate } from "../helpers/declared.ts";
import {
  archives,
  type Installed,
  installPacked,
  type PackedName,
  packedNames,
  typescript5,
  typescript6,
} from "../helpers/installed.ts";
import { openObjectStore } from "../helpers/object-store.ts";
import { commonJs, nodeNext, packageJson, programs, pulumiYaml, typedProgram } from "../helpers/templates.ts";
import { usersEnvironment } from "../helpers/users.ts";
import { startPolicyService } from "../policies/policy-service.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
let installed: Installed;

/** Installs the packages as in a user's own project. */
beforeAll(async () => {
  installed = await installPacked({ typescript: typescript5 });
});
afterAll(() => installed.remove());

/** A user's own policy pack in TypeScript. */
const typedPack = `import { type ResourceRule, resourceRule, rules } from "@cloudplatform/policies";
import { startPack } from "@cloudplatform/policies/pack";
import { z } from "zod";
const shortName: ResourceRule<{ longest: number }> = resourceRule({
  name: "short-name", group: "guard-rails", severity: "low", level: "mandatory", description: "Names must be short.",
  remediation: "Shorten the name.", reference: "Acme", controls: { soc2: ["CC8.1"] },
  config: z.object({ longest: z.number().default(5) }), on: ["kubernetes.Cluster"],
  evaluate({ value, config, report }) {
    const text: string | undefined = value.get("name").text();
    if (text !== undefined && text.length > config.longest) report(value.get("name"), "is too long");
  },
});
startPack("acme", [...rules, shortName as unknown as ResourceRule]);
`;

const commandFile = (name: PackedName, command: string) =>
  join(installed.folder, "node_modules/@cloudplatform", name, "bin", `${command}.js`);

describe.each(Object.keys(packedNames) as PackedName[])("the package %s", (name) => {
  test("passes publint and arethetypeswrong without an exception", async () => {
    const archive = readFileSync((await archives())[name]);
    const tarball = new Uint8Array(archive).buffer;
    expect((await publint({ pack: { tarball }, strict: true })).messages).toEqual([]);
    const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
    expect(checked.types === false ? "no types" : checked.problems).toEqual([]);
  });
});

test("the provider's package has the licenses of what its code and its plugin include", () => {
  const notices = (folder: string) =>
    readFileSync(
      join(installed.folder, "node_modules/@cloudplatform/pulumi", folder, "THIRD-PARTY-NOTICES.txt"),
      "utf8",
    );
  expect(notices("lib")).toMatch(/^zod \d.* \(MIT\)$/m);
  for (const name of ["zod", "undici", "@grpc/grpc-js", "google-protobuf"])
    expect(notices("plugin")).toMatch(new RegExp(`^${name} \\d`, "m"));
});

describe("a program with all types", () => {
  test.each([
    ["today's template", "module", nodeNext, typescript6],
    ["today's template with TypeScript 5", "commonjs", nodeNext, typescript5],
    ["the older template", "commonjs", commonJs, typescript5],
  ] as const)("compiles in %s, every declaration checked", async (title, type, tsconfig, typescript) => {
    const folder = installed.project(title.replace(/\W+/g, "-"), {
      "package.json": packageJson(type, "bin/index.js"),
      "tsconfig.json": tsconfig,
      "index.ts": typedProgram,
    });
    const compiled = await run(process.execPath, [join(typescript, "bin/tsc"), "--pretty", "false"], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error);
    expect(compiled.stdout).toBe("");
    expect(existsSync(join(folder, "bin/index.js"))).toBe(true);
  });
});

test("require and import return the same package, whichever comes first", async () => {
  const check = (first: string, second: string) => `
    const ways = { require: async (name) => require(name), import: (name) => import(name) };
    (async () => {
      for (const entry of ["pulumi", "pulumi/client", "pulumi/lookups", "pulumi/handlers", "emulator", "policies", "policies/config", "policies/cli", "policies/pack"]) {
        const name = "@cloudplatform/" + entry;
        const first = await ways.${first}(name);
        const second = await ways.${second}(name);
        const names = Object.keys(first).sort();
        if (names.length === 0 || String(names) !== String(Object.keys(second).sort())) throw new Error(name + ": " + names + " is not " + Object.keys(second));
        for (const one of names) if (first[one] !== second[one]) throw new Error(name + " has two of " + one);
      }
      console.log("same");
      process.exit(0);
    })();`;
  const folder = installed.project("ways", {
    "a.cjs": check("require", "import"),
    "b.cjs": check("import", "require"),
  });
  for (const file of ["a.cjs", "b.cjs"])
    expect((await run(process.execPath, [file], { cwd: folder })).stdout).toBe("same\n");
});

describe("on a Node that is too old", () => {
  /** Pretends to be an old Node, and fails if anything is loaded before the version check. */
  const pretend = `
    Object.defineProperty(process.versions, "node", { value: "20.19.5" });
    Object.defineProperty(process, "version", { value: "v20.19.5" });
    const { registerHooks } = require("node:module");
    registerHooks({ resolve(specifier, context, next) {
      if (/undici|sqlite|zod|commander|lib.index/.test(specifier)) throw new Error("loaded too early: " + specifier);
      return next(specifier, context);
    } });`;
  const sentence = (name: string) =>
    new RegExp(
      `@cloudplatform/${name} needs Node\\.js 22\\.19 or later; this is v\\d+\\.\\d+\\.\\d+ \\(.*node.*\\)\\.`,
    );

  test("importing the package and starting a command name the required and the running version", async () => {
    const folder = installed.project("old-node", {
      "pretend.cjs": pretend,
      "pulumi.cjs": 'require("@cloudplatform/pulumi");',
      "pulumi.mjs": 'import { cdn } from "@cloudplatform/pulumi"; console.log(cdn);',
      "emulator.mjs": 'import { startEmulator } from "@cloudplatform/emulator"; console.log(startEmulator);',
      "policies.mjs": 'import { rules } from "@cloudplatform/policies"; console.log(rules);',
    });
    const started: [PackedName, string][] = [
      ["pulumi", "pulumi.cjs"],
      ["pulumi", "pulumi.mjs"],
      ["emulator", "emulator.mjs"],
      ["policies", "policies.mjs"],
      ["pulumi", commandFile("pulumi", "cloudplatform")],
      ["emulator", commandFile("emulator", "cloudplatform-emulator")],
      ["policies", commandFile("policies", "cloudplatform-policy")],
    ];
    // The pretended old Node, and real old ones if this machine has any.
    const nodes = [[process.execPath, "--require", "./pretend.cjs"], ...oldNodes().map((path) => [path])];
    for (const [node = "", ...options] of nodes)
      for (const [name, file] of started) {
        const ended = await run(node, [...options, file], { cwd: folder }).catch((error: { stderr: string }) => error);
        expect(ended.stderr, `${node} ${file}`).toMatch(sentence(name));
      }
  });
});

function oldNodes(): string[] {
  const paths = new Set((process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "node")));
  return [...paths].filter((path) => {
    if (!existsSync(path)) return false;
    const [major = 0, minor = 0] = execFileSync(path, ["-p", "process.versions.node"], { encoding: "utf8" })
      .split(".")
      .map(Number);
    return major < 22 || (major === 22 && minor < 19);
  });
}

describe("with the real CLI and the installed emulator", () => {
  let env: NodeJS.ProcessEnv;
  let bin: string;
  let stop: () => void;

  beforeAll(async () => {
    const cli = await ensurePulumi({ log: () => undefined });
    bin = cli.bin;
    const emulator = spawn(process.execPath, [commandFile("emulator", "cloudplatform-emulator"), "--port", "0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    stop = () => void emulator.kill();
    const line = await new Promise<string>((resolve) => emulator.stdout.setEncoding("utf8").once("data", resolve));
    env = {
      ...(await usersEnvironment(join(installed.folder, "home"))),
      CLOUDPLATFORM_BASE_URL: JSON.parse(line).url,
      CLOUDPLATFORM_API_KEY: "local",
    };
  });
  afterAll(() => stop());

  test("the installed emulator serves the console with the view library that is installed beside it", async () => {
    for (const file of ["", "console/main.js", "console/preact.js", "console/preact-hooks.js", "console/htm.js"])
      expect((await fetch(`${env.CLOUDPLATFORM_BASE_URL}/_emulator/${file}`)).status, file).toBe(200);
  });

  const pulumi = async (folder: string, ...args: string[]) => {
    mkdirSync(join(folder, "backend"), { recursive: true });
    const own = { ...env, PULUMI_BACKEND_URL: `file://${join(folder, "backend")}` };
    const ended = run(bin, [...args, "--non-interactive"], { cwd: folder, env: own });
    return ended.then(
      ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr, stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        text: error.stdout + error.stderr,
        stdout: error.stdout,
      }),
    );
  };

  const withPulumi = (name: string, typescript: boolean, files: Record<string, string>) =>
    installed.project(name, { "Pulumi.yaml": pulumiYaml(name, typescript), ...files });

  const projects: Record<string, () => string> = {
    "plain JavaScript, CommonJS": () =>
      withPulumi("js-commonjs", false, {
        "package.json": packageJson("commonjs", "index.js"),
        "index.js": programs.commonjs,
      }),
    "plain JavaScript, ES modules": () =>
      withPulumi("js-module", false, {
        "package.json": packageJson("module", "index.js"),
        "index.js": programs.module,
      }),
    "TypeScript that Node runs": () =>
      withPulumi("ts-node", false, { "package.json": packageJson("module", "index.ts"), "index.ts": programs.module }),
    "today's template, compiled by Pulumi": () =>
      withPulumi("ts-nodenext", true, {
        "package.json": packageJson("commonjs", "index.ts"),
        "tsconfig.json": nodeNext,
        "index.ts": programs.module,
      }),
    "the older template, compiled by Pulumi": () =>
      withPulumi("ts-commonjs", true, {
        "package.json": packageJson("commonjs", "index.ts"),
        "tsconfig.json": commonJs,
        "index.ts": programs.module,
      }),
  };

  test.each(Object.keys(projects))("%s: up, and the next preview is empty", async (kind) => {
    const folder = projects[kind]?.() ?? "";
    // The previous project declared the same content, which the provider does not create twice on one platform.
    await sendControl(env.CLOUDPLATFORM_BASE_URL ?? "", "POST", "reset");
    expect(await pulumi(folder, "stack", "init", "test")).toMatchObject({ code: 0 });
    const up = await pulumi(folder, "up", "--yes", "--skip-preview");
    expect(up.code, up.text).toBe(0);
    const [file = ""] = globSync(join(folder, "backend/.pulumi/stacks/*/test.json"));
    const state = readFileSync(file, "utf8");
    const [stack] = JSON.parse(state).checkpoint.latest.resources;
    expect(stack.outputs).toMatchObject({ streams: true, count: true });
    // Positions refer to the source, even if Pulumi compiles it.
    expect(state).toMatch(/"sourcePosition":\s*"project:\/\/\/index\.[jt]s#\d+,\d+"/);
    const preview = await pulumi(folder, "preview", "--expect-no-changes");
    expect(preview.code, preview.text).toBe(0);
  });

  test("the installed policy pack stops a preview, and its command says why", async () => {
    const folder = withPulumi("policies", false, {
      "package.json": packageJson("module", "index.js"),
      "index.js": `import { cdn, kubernetes } from "@cloudplatform/pulumi";
         new cdn.RuleTemplate("old", { rule: "/a", ruleType: 1 });
         new kubernetes.Cluster("shop", { projectId: 1, regionId: 76, name: "shop", keypair: "ops", version: "v1.31.9",
           pools: [{ name: "main", flavorId: "g1-standard-2-4", minNodeCount: 3, bootVolumeSize: 50,
             bootVolumeType: "ssd_hiiops", servergroupPolicy: "soft-anti-affinity" }] });`,
      // The cluster's price is read with the client of the installed provider.
      "limits.json": `{ "no-legacy-rule-type": "mandatory",
        "monthly-budget": { "enforcementLevel": "advisory", "budget": { "amount": 1, "currency": "EUR" } } }`,
    });
    await pulumi(folder, "stack", "init", "test");
    const pack = join(installed.folder, "node_modules/@cloudplatform/policies");
    const preview = await pulumi(
      ...([folder, "preview", "--policy-pack", pack, "--policy-pack-config", "limits.json"] as const),
    );
    expect(preview.code, preview.text).not.toBe(0);
    expect(preview.text).toContain("no-legacy-rule-type");
    const options = {
      cwd: folder,
      env: {
        ...env,
        PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`,
      },
    };
    const given = ["--config", "limits.json", "--stack", "test"];
    const policy = commandFile("policies", "cloudplatform-policy");
    const checked = await run(process.execPath, [policy, "check", ...given], options).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    expect(checked).toMatchObject({ code: 1 });
    expect(checked.stdout).toContain("no-legacy-rule-type");
    expect(checked.stdout).toMatch(/the stack costs [\d.]+ EUR a month; the budget is 1\.00 EUR/);
    // The command of one package finds the other package.
    const review = [commandFile("pulumi", "cloudplatform"), "review", ...given];
    const reviewed = await run(process.execPath, review, options).catch(
      (error: { code: number; stdout: string }) => error,
    );
    expect(reviewed).toMatchObject({ code: 1 });
    expect(reviewed.stdout).toMatch(/^Review of policies\/test: Blocked: 1 mandatory policy violation/);
    expect(reviewed.stdout).toContain("mandatory low no-legacy-rule-type old");
  });

  test("the installed command reviews, applies and reports drift, with the states of two stacks in an object store", async () => {
    const store = await openObjectStore();
    onTestFinished(() => store.close());
    const folder = withPulumi("outside", false, {
      "package.json": packageJson("module", "index.js"),
      "index.js": `import * as pulumi from "@pulumi/pulumi";
         import { cdn } from "@cloudplatform/pulumi";
         class Area extends pulumi.ComponentResource { constructor(name) { super("shop:index:Area", name); } }
         class Other extends pulumi.dynamic.Resource {
           constructor(name, inputs) {
             super({ create: async (made) => ({ id: name, outs: made }) }, name, inputs);
           }
         }
         const base = new pulumi.StackReference("organization/outside/base");
         const one = new cdn.RuleTemplate("one", { rule: "/outside/", ruleType: 0 }, { parent: new Area("area") });
         new Other("mine", { token: pulumi.secret("planted-outside"), of: one.templateId, base: base.name });`,
    });
    const outside = async (...args: string[]) => {
      const options = { cwd: folder, env: { ...env, ...store.env } };
      const command =
        args[0] === "stack" ? [bin, ...args, "--non-interactive"] : [process.execPath, cloudplatform, ...args];
      const [file = "", ...rest] = command;
      return run(file, rest, options).then(
        (ended) => ({ code: 0, ...ended }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
    };
    const cloudplatform = commandFile("pulumi", "cloudplatform");
    for (const stack of ["base", "prod"]) await outside("stack", "init", stack);
    const prod = ["--stack", "organization/outside/prod", "--no-policies"];

    const made = await outside("review", ...prod, "--output", "review");
    expect(made.code, made.stderr).toBe(0);
    const text = readFileSync(join(folder, "review/review.txt"), "utf8");
    expect(text).toContain("create one cdn:RuleTemplate");
    expect(text).toContain("create mine pulumi-nodejs:dynamic:Resource");
    expect(readFileSync(join(folder, "review/review.json"), "utf8")).not.toContain("planted-outside");
    const applied = await outside("apply", ...prod, "--review", "review/review.json");
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);

    expect(await outside("drift", "--stack", "prod")).toMatchObject({
      ...{ code: 0, stdout: expect.stringContaining("No drift") },
    });
  });

  test("the installed pack and the template of examples/policy-pack are published, and run where they are unpacked", async () => {
    const service = await startPolicyService();
    onTestFinished(() => service.close());
    const template = join(installed.folder, "template");
    cpSync(join(root, "examples/policy-pack"), template, { recursive: true });
    const published = join(installed.folder, "published");
    const ours = join(installed.folder, "node_modules/@cloudplatform/policies");
    for (const [name, folder] of Object.entries({ cloudplatform: ours, "acme-platform": template })) {
      const cloud = { PULUMI_BACKEND_URL: service.url, PULUMI_ACCESS_TOKEN: "pul-test" };
      const ran = await run(bin, ["policy", "publish", "acme", "--non-interactive"], {
        cwd: folder,
        env: { ...env, ...cloud, PULUMI_CREDENTIALS_PATH: join(installed.folder, "credentials") },
      });
      const sent = service.published.at(-1);
      expect(sent?.pack, ran.stdout + ran.stderr).toMatchObject({ name, versionTag: "0.1.0" });
      mkdirSync(join(published, name), { recursive: true });
      writeFileSync(join(published, `${name}.tgz`), sent?.archive ?? "");
      execFileSync("tar", ["-xzf", join(published, `${name}.tgz`), "-C", join(published, name)]);

      const analyzer = await startAnalyzer(join(published, name, "package"));
      onTestFinished(() => analyzer.close());
      const policies = (await analyzer.info()).getPoliciesList().map((policy) => policy.getName());
      expect(policies.toSorted()).toEqual(sent?.pack.policies.map((policy) => policy.name).sort());
      expect(policies).toEqual(expect.arrayContaining(["waivers", "not-evaluated", "configuration", "rule-length"]));
      const found = [
        ...(await analyzer.analyze(cluster({ name: "checkout" }))),
        ...(await analyzer.analyze(ruleTemplate({ options: { secure_key: { enabled: true, key: "in clear" } } }))),
        ...(await analyzer.analyze(cluster({ regionId: 4 }, { name: "away" }))),
        ...(await analyzer.analyzeStack([cluster(), cluster({ regionId: 4 }, { name: "away" })])),
      ];
      const own = ["cluster-name-prefix", "regions-in-one-country"];
      expect(found.map((one) => one.policy)).toEqual(
        expect.arrayContaining(["secure-key-secret", ...(folder === template ? own : [])]),
      );
    }
  });

  test.each([
    ["as a module", "module", nodeNext],
    ["without a tsconfig.json", "commonjs", undefined],
  ])(
    "a pack in TypeScript that Pulumi compiles has the package's rules and its own, %s",
    async (title, type, tsconfig) => {
      const pack = installed.project(`pack-${title.replace(/\W+/g, "-")}`, {
        "PulumiPolicy.yaml": "runtime: nodejs\n",
        "package.json": JSON.stringify({ name: "acme", version: "1.0.0", type }),
        "index.ts": typedPack,
        ...(tsconfig !== undefined && { "tsconfig.json": tsconfig }),
      });
      const analyzer = await startAnalyzer(pack);
      onTestFinished(() => analyzer.close());
      const found = await analyzer.analyze(cluster({ name: "a-long-name" }));
      expect(found.map((one) => one.policy)).toEqual(["short-name"]);
    },
  );

  test("the installed command asks the platform", async () => {
    const command = commandFile("pulumi", "cloudplatform");
    const { stdout } = await run(process.execPath, [command, "streaming", "streams", "--json"], { env });
    expect(JSON.parse(stdout).length).toBeGreaterThan(0);
  });

  test("the installed command answers an assistant, with the pages of the package", async () => {
    const args = [commandFile("pulumi", "cloudplatform"), "mcp"];
    const transport = new StdioClientTransport({ command: process.execPath, args, env: env as Record<string, string> });
    const client = new Client({ name: "assistant", version: "1" });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const answer = async (name: string, given: object) =>
      JSON.stringify(await client.callTool({ name, arguments: { ...given } }));
    expect(await answer("streaming_getStreams", {})).toContain("Studio A");
    expect(await answer("reference", { name: "cdn.RuleTemplate" })).toContain("# cdn.RuleTemplate");
    expect(await answer("reference", { name: "Rule sets" })).toContain("# Rule sets");
    expect(await answer("explain", { name: "monthly-budget" })).toContain(monthlyBudget.description);
  });
});
