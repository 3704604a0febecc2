// The official language hosts generate, install and run SDKs and programs, with each language's package manager and compiler.
// Requires the official language hosts (test/README.md). Processor time: 30 s for each language, minutes for Go the first time.
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, describe, expect, test } from "vitest";
import examples from "../../provider/pulumi/native/schema/examples/programs.json" with { type: "json" };
import { clusterInputs, fast, metalPool, virtualPool } from "../cluster/cluster.ts";
import { hasHost, openProject, type Project } from "../helpers/official-hosts.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { classesIn, namesIn } from "./csharp-names.ts";

/** A project in a language: its files, its main file and the compiler. */
interface Language {
  files: Readonly<Record<string, string>>;
  main: string;
  /** Runtime in `Pulumi.yaml`. Default: the name of the language. */
  runtime?: string;
  compile?: readonly [command: string, ...args: string[]];
  /** The source of its SDK: the plugin's folder. Default: its executable. */
  from?: "folder";
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
    compile: ["npx", "tsc", "--noEmit", "-p", "."],
  },
  python: {
    files: { "requirements.txt": "pulumi>=3.200\n" },
    main: "__main__.py",
    runtime: "{ name: python, options: { virtualenv: venv } }",
    compile: ["python3", "-m", "py_compile", "__main__.py"],
    from: "folder",
  },
  go: {
    files: {
      "go.mod": "module imported\n\ngo 1.25.11\n\nrequire github.com/pulumi/pulumi/sdk/v3 v3.259.0\n",
    },
    main: "main.go",
    compile: ["sh", "-c", "go mod tidy && go vet ."],
  },
  yaml: { files: {}, main: "Pulumi.yaml", hasNoSdk: true },
};

const emulator = await platform(fast);
const root = mkdtempSync(join(tmpdir(), "official-hosts-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Creates an object for each importable resource, with options, lists, labels and a secret. */
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

const objects = hasHost("yaml") ? await makeObjects() : [];

describe.each(Object.entries(languages))("in %s", (name, { files, main, runtime = name, compile, from, hasNoSdk }) => {
  test.runIf(hasHost(name))(
    "every object is imported without a warning, its program compiles, and the next preview is empty",
    async () => {
      const { folder: plugin } = await builtPlugin();
      const project = openProject(join(root, name), {
        ...{ CLOUDPLATFORM_BASE_URL: emulator.url, CLOUDPLATFORM_API_KEY: "local" },
        ...{ CLOUDPLATFORM_PROJECT_ID: "1", CLOUDPLATFORM_REGION_ID: "76", CLOUDPLATFORM_CLIENT_ID: "5" },
      });
      const declared = `name: imported\nruntime: ${runtime}\n`;
      project.write("Pulumi.yaml", declared);
      for (const [file, text] of Object.entries(files)) project.write(file, text);
      await project.run("pulumi", "stack", "init", "dev");
      if (hasNoSdk !== true)
        await project.run(
          ...(["pulumi", "package", "add"] as const),
          from === "folder" ? plugin : join(plugin, "pulumi-resource-cloudplatform"),
        );
      const place = `plugins: {providers: [{name: cloudplatform, path: "${plugin}"}]}\n`;
      project.write("Pulumi.yaml", declared + place);

      const resources = objects.map(([type, object, id]) => ({ type: `cloudplatform:${type}`, name: object, id }));
      project.write("import.json", JSON.stringify({ resources }));
      const printed = join(project.folder, "printed");
      const output = await project.run(
        ...(["pulumi", "import", "--file", "import.json", "--yes", "--protect=false", "--out", printed] as const),
      );
      expect(output).not.toMatch(/bug|failed to validate|error/i);
      project.write(main, (main === "Pulumi.yaml" ? declared + place : "") + readFileSync(printed, "utf8"));
      if (compile !== undefined) await project.run(...compile);
      await isUnchanged(project);
    },
  );
});

async function isUnchanged({ run }: Project): Promise<void> {
  const preview = await run("pulumi", "preview", "--non-interactive", "--expect-no-changes");
  expect(preview).toContain(`${objects.length + 1} unchanged`);
}

/** Folders of the SDKs that the official hosts generated, each once. */
const generated = new Map<string, Promise<string>>();
function generatedSdk(language: string): Promise<string> {
  const sdk = generated.get(language) ?? generateSdk(language);
  generated.set(language, sdk);
  return sdk;
}

async function generateSdk(language: string): Promise<string> {
  const { folder: plugin } = await builtPlugin();
  const { folder, run, write } = openProject(join(root, `sdk-${language}`), {});
  const schema = await run("pulumi", "package", "get-schema", join(plugin, "pulumi-resource-cloudplatform"));
  // The .NET generator downloads the schema's logo, or Pulumi's logo from GitHub if the schema has none.
  const server = createServer((_, response) => response.end("logo")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const logoUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logo.svg`;
  write("schema.json", JSON.stringify({ ...JSON.parse(schema.slice(schema.indexOf("{"))), logoUrl }));
  await run("pulumi", "package", "gen-sdk", "schema.json", "--language", language, "--out", folder);
  server.close();
  return join(folder, language);
}

describe.each(["nodejs", "python", "go", "dotnet", "java"])("in %s", (language) => {
  test.runIf(hasHost(language, { generating: true }))(
    "an SDK is generated, with the logo of the publisher",
    async () => {
      const sdk = await generatedSdk(language);
      expect(readdirSync(sdk).length).toBeGreaterThan(3);
      if (language === "dotnet") expect(readFileSync(join(sdk, "logo.png"), "utf8")).toBe("logo");
    },
  );
});

describe("the examples of the documentation", () => {
  // The C# compiler is not available from the package registries that tests use. It would resolve the same names.
  test.runIf(hasHost("dotnet"))("in C# name types, properties and members that the generated SDK has", async () => {
    const classes = classesIn(await generatedSdk("dotnet"));
    const names = Object.entries(examples).flatMap(([token, { csharp }]) =>
      namesIn(csharp).map(({ type, member }) => ({ token, type, member })),
    );
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter(({ type, member }) => classes.get(type)?.has(member) !== true)).toEqual([]);
  });

  test.runIf(hasHost("java"))("in Java compile with the generated SDK", async () => {
    const { run, write, folder } = openProject(join(root, "java-examples"), {});
    cpSync(join(await generatedSdk("java"), "src"), join(folder, "src"), { recursive: true });
    for (const [index, { java }] of Object.values(examples).entries())
      write(
        `src/main/java/example${index}/App.java`,
        java.replace("package generated_program;", `package example${index};`),
      );
    write("pom.xml", pom);
    await run("mvn", "--quiet", "--batch-mode", "compile");
  });
});

/** A Maven build with the dependencies of the SDK's own build file. */
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>examples</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    ${[
      ["com.google.code.findbugs", "jsr305", "3.0.2"],
      ["com.google.code.gson", "gson", "2.8.9"],
      ["com.pulumi", "pulumi", "1.0.0"],
    ]
      .map(
        ([group, artifact, version]) =>
          `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
      )
      .join("\n    ")}
  </dependencies>
</project>
`;
