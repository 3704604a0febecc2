// The official language hosts generate SDKs and programs, install them and run them: package managers and compilers of each language.
// CLOUDPLATFORM_OFFICIAL_HOSTS names the folder that has them, such as that of an official Pulumi CLI.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, describe, expect, test } from "vitest";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { clusterInputs, fast, metalPool, virtualPool } from "../cluster/cluster.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { runCommand } from "../helpers/run.ts";

const hosts = process.env.CLOUDPLATFORM_OFFICIAL_HOSTS ?? "";
const has = (language: string) => hosts !== "" && existsSync(join(hosts, `pulumi-language-${language}`));

/** A project of a language: its files, how its program is made of what `pulumi import` prints, and what compiles it. */
interface Language {
  files: Readonly<Record<string, string>>;
  main: string;
  head: string;
  /** Lines of a printed program that the whole has once. */
  once: RegExp;
  compile?: readonly [command: string, ...args: string[]];
  hasNoSdk?: true;
}

const languages: Readonly<Record<string, Language>> = {
  nodejs: {
    files: {
      "package.json": JSON.stringify({
        ...{ name: "imported", main: "index.ts" },
        ...{ dependencies: { "@pulumi/pulumi": "3.270.0" }, devDependencies: { typescript: "6.0.3" } },
      }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: { strict: true, target: "es2022", module: "nodenext", skipLibCheck: true },
        files: ["index.ts"],
      }),
    },
    main: "index.ts",
    head: 'import * as pulumi from "@pulumi/pulumi";\nimport * as cloudplatform from "@cloudplatform/pulumi-sdk";\n',
    once: /^import .*\n/gm,
    compile: ["npx", "tsc", "--noEmit", "-p", "."],
  },
  python: {
    files: { "requirements.txt": "pulumi>=3.200\n" },
    main: "__main__.py",
    head: "import pulumi\nimport pulumi_cloudplatform as cloudplatform\n",
    once: /^import .*\n/gm,
    compile: ["python3", "-m", "py_compile", "__main__.py"],
  },
  yaml: { files: {}, main: "Pulumi.yaml", head: "resources:\n", once: /^resources:\n/gm, hasNoSdk: true },
};

const emulator = await platform(fast);
const root = mkdtempSync(join(tmpdir(), "official-hosts-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** One object for each resource that can be imported, with options, lists, labels and a secret. */
async function makeObjects(): Promise<readonly (readonly [type: string, name: string, id: string])[]> {
  const client = clientOf(emulator, { projectId: 1, regionId: 76 });
  const params = { projectId: 1, regionId: 76 };
  const options = {
    secure_key: { enabled: true, key: "sesame-sesame", type: 2 as const },
    stale: { enabled: true, value: ["http_404" as const] },
    gzipOn: { enabled: true, value: true },
    browser_cache_settings: { enabled: true, value: "3600s" },
  };
  const rule = await client.call(endpoints["ruleTemplates.create"], {
    body: { name: "rule", rule: "/private/.*", ruleType: 0, weight: 3, options },
  });
  const pools = [{ ...virtualPool, labels: { "a.b/c": "d" } }, metalPool];
  const { projectId: _project, regionId: _region, ...body } = clusterInputs({ name: "imported", pools });
  await client.call(endpoints["clusters.create"], { params, body });
  const resource = { resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 } as const;
  const reservation = await client.call(endpoints["reservations.create"], {
    body: { name: "metal", regionId: 76, period: "MONTHS12", resources: [resource] },
  });
  const param = { name: "token", dataType: "string", mandatory: true, descr: "The token." } as const;
  const template = await client.call(endpoints["appTemplates.create"], {
    body: { name: "template", binaryId: 1, owned: true, params: [param] },
  });
  const secret = await client.call(endpoints["secrets.create"], {
    body: { name: "secret", comment: "one", secretSlots: [{ slot: 0, value: "open-sesame" }] },
  });
  return [
    ["cdn:RuleTemplate", "rule", String(rule.id)],
    ["kubernetes:Cluster", "cluster", "1/76/imported"],
    ["reservations:Reservation", "metal", String(reservation.id)],
    ["edge:AppTemplate", "template", String(template.id)],
    ["edge:Secret", "secret", String(secret.id)],
    ["quotas:NotificationThreshold", "threshold", "5"],
  ];
}

const objects = hosts === "" ? [] : await makeObjects();

describe.each(Object.entries(languages))("in %s", (name, { files, main, head, once, compile, hasNoSdk }) => {
  test.runIf(has(name))(
    "every object is imported without a warning, its program compiles, and the next preview is empty",
    async () => {
      const { folder: plugin } = await builtPlugin();
      const cli = await ensurePulumi({ log: () => undefined });
      const folder = join(root, name);
      mkdirSync(join(folder, "state"), { recursive: true });
      const env = {
        ...{ ...process.env, ...cli.env },
        PATH: [hosts, cli.env.PATH].join(delimiter),
        PULUMI_BACKEND_URL: pathToFileURL(join(folder, "state")).href,
        ...{ PULUMI_CONFIG_PASSPHRASE: "test", PULUMI_SKIP_UPDATE_CHECK: "1", NODE_OPTIONS: "" },
        ...{ CLOUDPLATFORM_BASE_URL: emulator.url, CLOUDPLATFORM_API_KEY: "local" },
        ...{ CLOUDPLATFORM_PROJECT_ID: "1", CLOUDPLATFORM_REGION_ID: "76", CLOUDPLATFORM_CLIENT_ID: "5" },
      };
      const run = async (command: string, ...args: string[]) => {
        const done = await runCommand(command, args, { cwd: folder, env });
        expect(done.code, `${command} ${args.join(" ")}\n${done.output}`).toBe(0);
        return done.output;
      };
      const project = `name: imported\nruntime: ${name}\n`;
      writeFileSync(join(folder, "Pulumi.yaml"), project);
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
      if (main !== "Pulumi.yaml") writeFileSync(join(folder, main), "");
      await run("pulumi", "stack", "init", "dev");
      if (hasNoSdk !== true) await run("pulumi", "package", "add", join(plugin, "pulumi-resource-cloudplatform"));
      const place = `plugins: {providers: [{name: cloudplatform, path: "${plugin}"}]}\n`;
      writeFileSync(join(folder, "Pulumi.yaml"), project + place);

      const programs: string[] = [];
      for (const [type, object, id] of objects) {
        const token = `cloudplatform:${type}`;
        const printed = join(folder, `${object}.txt`);
        const output = await run(
          ...(["pulumi", "import", token, object, id, "--yes", "--protect=false", "--out", printed] as const),
        );
        expect(output).not.toMatch(/bug|failed to validate|error/i);
        programs.push(readFileSync(printed, "utf8").replace(once, ""));
      }
      const start = main === "Pulumi.yaml" ? project + place : "";
      writeFileSync(join(folder, main), start + head + programs.join("\n"));
      if (compile !== undefined) await run(...compile);
      const preview = await run("pulumi", "preview", "--non-interactive", "--expect-no-changes");
      expect(preview).toContain(`${objects.length + 1} unchanged`);
    },
  );
});

test.runIf(has("nodejs"))("SDKs are generated for each language that has a host", async () => {
  const { folder: plugin } = await builtPlugin();
  const cli = await ensurePulumi({ log: () => undefined });
  for (const language of ["nodejs", "python", "go", "dotnet", "java"].filter(has)) {
    const out = join(root, `sdk-${language}`);
    const executable = join(plugin, "pulumi-resource-cloudplatform");
    execFileSync("pulumi", ["package", "gen-sdk", executable, "--language", language, "--out", out], {
      env: { ...process.env, ...cli.env, PATH: [hosts, cli.env.PATH].join(delimiter) },
      stdio: "pipe",
    });
    expect(readdirSync(out)).toContain(language);
  }
});
