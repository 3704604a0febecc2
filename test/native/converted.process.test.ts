// Converts a program with every resource and function to each language. Runs `pulumi convert`, package managers and compilers.
// Requires the official language hosts (test/README.md). Processor time: 30 s for each language, minutes for Go the first time.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import examples from "../../provider/pulumi/native/schema/examples/programs.json" with { type: "json" };
import source from "../../provider/pulumi/native/schema/examples/source.json" with { type: "json" };
import type { PackageSpec } from "../../provider/pulumi/native/schema/types.ts";
import served from "../../provider/pulumi/native/schema.json" with { type: "json" };
import { fast } from "../cluster/cluster.ts";
import { hasHost, openProject, type Project } from "../helpers/official-hosts.ts";
import { platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { makeLookedUp } from "./looked-up.ts";

const schema = served as unknown as PackageSpec;
const { version } = served;
const root = mkdtempSync(join(tmpdir(), "converted-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Resource inputs that the examples lack: secrets, lists and names in the platform's style. */
const more: Readonly<Record<string, object>> = {
  "cloudplatform:cdn:RuleTemplate": {
    options: {
      browser_cache_settings: { enabled: true, value: "3600s" },
      gzipOn: { enabled: true, value: true },
      secure_key: { enabled: true, key: { "fn::secret": "sesame-sesame" }, type: 2 },
      stale: { enabled: true, value: ["http_404", "timeout"] },
    },
  },
  "cloudplatform:cdn:RuleSet": {
    rules: {
      images: { rule: "/set/images/.*", ruleType: 0 },
      api: { rule: "/set/api/.*", ruleType: 1, options: { gzipOn: { enabled: true, value: true } } },
    },
  },
  "cloudplatform:edge:Secret": { secretSlots: [{ slot: 0, value: { "fn::secret": "open-sesame" } }] },
};

/** Returns a program with each resource, each function and their outputs; `forGo`: only function outputs that Pulumi can export in Go. */
function programOf(lookups: Readonly<Record<string, object>>, { forGo = false } = {}) {
  const resources: Record<string, object> = {};
  const variables: Record<string, object> = {};
  const outputs: Record<string, string> = {};
  const output = (name: string, fields: object) => {
    // YAML outputs a secret nested in an object as `{}`.
    for (const field of Object.keys(fields).filter((one) => one !== "options"))
      outputs[`${name}-${field}`] = `\${${name}.${field}}`;
  };
  for (const [token, { name, values }] of Object.entries(source)) {
    const [, area = "", type = ""] = token.split(":");
    const resource = schema.resources[token];
    if (resource !== undefined) {
      resources[name] = { type: token, properties: { ...values, ...more[token] } };
      output(name, resource.properties);
      continue;
    }
    const args = { ...values, ...lookups[`${area}.${type}`] };
    const variable = `${type.replace(/^get/, "found")}`;
    variables[variable] = {
      "fn::invoke": { function: token, ...(Object.keys(args).length > 0 && { arguments: args }) },
    };
    const { properties = {}, required = [] } = schema.functions[token]?.outputs ?? {};
    const shown = Object.entries(properties).filter(([field, { type: kind = "object" }]) =>
      forGo ? required.includes(field) && !["object", "array"].includes(kind) : true,
    );
    output(variable, Object.fromEntries(shown));
  }
  return { name: "whole", runtime: "yaml", resources, variables, outputs };
}

/** A language: its names in `pulumi convert` and `Pulumi.yaml`, and the compiler of its program and documentation examples. */
interface Language {
  language: keyof (typeof examples)["cloudplatform:cdn:RuleTemplate"];
  runtime: string;
  main: string;
  compile: readonly [command: string, ...args: string[]];
}

const languages: Readonly<Record<string, Language>> = {
  nodejs: { language: "typescript", runtime: "nodejs", main: "index.ts", compile: ["npx", "tsc", "--noEmit"] },
  python: {
    language: "python",
    runtime: "{ name: python, options: { virtualenv: venv } }",
    main: "__main__.py",
    compile: ["python3", "-m", "compileall", "-q", "__main__.py", "examples"],
  },
  go: { language: "go", runtime: "go", main: "main.go", compile: ["go", "vet", "./..."] },
};

/** Normalizes names, which differ between languages, and keeps the values. */
function plainNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainNames);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(fields.map(([name, field]) => [name.replaceAll("_", "").toLowerCase(), plainNames(field)]));
}

/** Runs the program again, which changes nothing, and returns its outputs. */
async function outputsOf(project: Project): Promise<object> {
  await project.run("pulumi", "up", "--yes", "--skip-preview", "--non-interactive");
  return plainNames(JSON.parse(await project.run("pulumi", "stack", "output", "--json", "--show-secrets"))) as object;
}

describe.runIf(hasHost("yaml"))("a program with every resource and function", async () => {
  const emulator = await platform(fast);
  const { ruleTemplates } = emulator.platform.store;
  const { folder: plugin } = await builtPlugin();
  const env = {
    ...{ PULUMI_HOME: join(root, "home"), PULUMI_BACKEND_URL: pathToFileURL(join(root, "yaml-state")).href },
    ...{ CLOUDPLATFORM_BASE_URL: emulator.url, CLOUDPLATFORM_API_KEY: "local" },
    ...{ CLOUDPLATFORM_PROJECT_ID: "1", CLOUDPLATFORM_REGION_ID: "76", CLOUDPLATFORM_CLIENT_ID: "5" },
  };
  const yaml = openProject(join(root, "yaml"), env);
  const forGo = openProject(join(root, "yaml-for-go"), env);

  beforeAll(async () => {
    const lookups = await makeLookedUp(emulator);
    yaml.write("Pulumi.yaml", JSON.stringify(programOf(lookups), null, 2));
    forGo.write("Pulumi.yaml", JSON.stringify(programOf(lookups, { forGo: true }), null, 2));
    await yaml.run("pulumi", "plugin", "install", "resource", "cloudplatform", version, "-f", plugin);
    await yaml.run("pulumi", "stack", "init", "dev");
    await yaml.run("pulumi", "up", "--yes", "--non-interactive");
    // From now on, functions find the created objects, and the clock is paused.
    emulator.platform.clock.change({ paused: true });
  });

  test("is deployed in YAML: each output exists, and the next preview is empty", async () => {
    await yaml.run("pulumi", "preview", "--expect-no-changes", "--non-interactive");
    const outputs = Object.keys(await outputsOf(yaml));
    for (const [token, { name }] of Object.entries(source))
      for (const field of schema.resources[token]?.required ?? [])
        expect(outputs).toContain(`${name}-${field}`.toLowerCase());
  });

  describe.each(Object.entries(languages))("converted to %s", (name, { language, runtime, main, compile }) => {
    test.runIf(hasHost(name))(
      "compiles with the SDK that the guide installs, changes nothing, reads the same, and replaces one of its templates",
      async () => {
        const place = join(root, name);
        const source = name === "go" ? forGo : yaml;
        await source.run("pulumi", "convert", "--language", language, "--out", place, "--generate-only", "--strict");
        const project = openProject(place, env);
        project.write("Pulumi.yaml", `name: whole\nruntime: ${runtime}\n`);
        await project.run("pulumi", "package", "add", `cloudplatform@${version}`);
        if (name === "go") project.write("main.go", withLookupArgs(readFileSync(join(place, "main.go"), "utf8")));
        for (const [token, { [language]: program }] of Object.entries(examples))
          project.write(join("examples", token.replaceAll(":", "_"), main), program);
        await project.run(...compile);
        await project.run("pulumi", "stack", "select", "dev");
        await project.run("pulumi", "preview", "--expect-no-changes", "--non-interactive");
        const expected = await outputsOf(yaml);
        const read = await outputsOf(project);
        if (name !== "go") expect(read).toEqual(expected);
        expect(expected).toMatchObject(read);
        expect(Object.keys(read).length).toBeGreaterThan(80);

        const [before] = imagesOf(ruleTemplates.all());
        const urn = "urn:pulumi:dev::whole::cloudplatform:cdn:RuleTemplate::images";
        await project.run("pulumi", "up", "--yes", "--non-interactive", "--target-replace", urn);
        expect(imagesOf(ruleTemplates.all())).toEqual([expect.any(Number)]);
        expect(imagesOf(ruleTemplates.all())).not.toEqual([before]);
        // The create journal is next to the program and ignored by Git.
        expect(readFileSync(join(place, ".cloudplatform/intents/.gitignore"), "utf8")).toBe("*\n");
      },
    );
  });
});

/** Returns the ids of the objects of the resource `images`. */
function imagesOf(all: readonly { id: number; rule?: string }[]): number[] {
  return all.filter(({ rule }) => rule === "/images/.*").map(({ id }) => id);
}

/** In Go, the argument types of a function with a resource's name start with `Lookup`. `pulumi convert` does not know that. */
function withLookupArgs(program: string): string {
  const names = Object.keys(schema.resources).map((token) => token.split(":").at(-1));
  return program.replace(new RegExp(`\\bGet(${names.join("|")})OutputArgs\\b`, "g"), "Lookup$1OutputArgs");
}
