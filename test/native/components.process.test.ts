// The example component package: its unit tests as users run them, and programs in YAML and Python with the official language hosts.
// Starts Node's test runner, Pulumi's plugin host and Python. Processor time: 3 s for the unit tests, 1 minute for each language.
import { execFile } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { type Installed, installPacked } from "../helpers/installed.ts";
import { hasHost, openProject } from "../helpers/official-hosts.ts";
import { platform } from "../helpers/platform.ts";
import { runCommand } from "../helpers/run.ts";

const example = fileURLToPath(new URL("../../examples/components", import.meta.url));

test("the unit tests of the components pass, for Node's own runner", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--test", "--test-reporter=tap"], {
    ...{ cwd: example, env: { ...process.env, NODE_OPTIONS: "", NODE_TEST_CONTEXT: undefined } },
  });
  expect(stdout).toMatch(/^# tests 7\n/m);
  expect(stdout).toMatch(/^# fail 0\n/m);
});

/** Programs by language. `budget` is the budget of the reservation. */
const languages = {
  yaml: {
    file: "Pulumi.yaml",
    program: (budget: number) => `resources:
  shop: { type: "example-components:ShopCdn", properties: { privatePaths: [/cart/], pageTtlSeconds: 30 } }
  cluster:
    type: example-components:TeamCluster
    properties: { version: v1.31.9, keypair: ops, isProtected: false, pools: [{ name: general, flavor: g1-standard-2-4 }] }
  metal:
    type: example-components:ReservationWithBudget
    properties: { months: 36, budget: ${budget}, currency: EUR, servers: [{ flavor: bm1-hf-medium, count: 2 }] }
outputs: { ids: "\${shop.templateIds}", total: "\${metal.total}", kubeconfig: "\${cluster.kubeconfig}" }
`,
  },
  python: {
    file: "__main__.py",
    program: (budget: number) => `import pulumi
import cloudplatform_example_components as components

shop = components.ShopCdn("shop", private_paths=["/cart/"], page_ttl_seconds=30)
cluster = components.TeamCluster("cluster", version="v1.31.9", keypair="ops", is_protected=False,
    pools=[components.TeamPoolArgs(name="general", flavor="g1-standard-2-4")])
metal = components.ReservationWithBudget("metal", months=36, budget=${budget}, currency="EUR",
    servers=[components.ReservedServersArgs(flavor="bm1-hf-medium", count=2)])
pulumi.export("ids", shop.template_ids)
pulumi.export("total", metal.total)
pulumi.export("kubeconfig", cluster.kubeconfig)
`,
  },
} as const;

let installed: Installed | undefined;
afterAll(() => installed?.remove());

/** Installs the package as a team would: outside the checkout, with our packed packages. */
async function installedComponents(): Promise<{ folder: string; components: string; plugin: string }> {
  if (installed === undefined) {
    installed = await installPacked();
    const copy = join(installed.folder, "components");
    cpSync(example, copy, { recursive: true });
    // Its dependencies are installed in the parent folder, so nothing is installed from a registry.
    const {
      dependencies: _,
      devDependencies: __,
      ...manifest
    } = JSON.parse(readFileSync(join(copy, "package.json"), "utf8"));
    writeFileSync(join(copy, "package.json"), JSON.stringify(manifest));
  }
  const { folder } = installed;
  const plugin = join(folder, "node_modules/@cloudplatform/pulumi/plugin");
  return { folder, components: join(folder, "components"), plugin };
}

describe.each(Object.entries(languages))("in %s", (language, { file, program }) => {
  test.runIf(hasHost(language))(
    "the components are deployed, the next preview is empty, and a purchase above the budget is refused before it",
    async () => {
      const emulator = await platform({ speed: 20_000 });
      const { folder, components, plugin } = await installedComponents();
      const { env, run, write } = openProject(join(folder, language), {
        ...{ CLOUDPLATFORM_BASE_URL: emulator.url, CLOUDPLATFORM_API_KEY: "local" },
        ...{ CLOUDPLATFORM_PROJECT_ID: "1", CLOUDPLATFORM_REGION_ID: "76" },
      });
      const succeeds = (...args: string[]) => run("pulumi", ...args, "--non-interactive");
      const runtime = language === "python" ? "{ name: python, options: { virtualenv: venv } }" : language;
      const head = `name: shop\nruntime: ${runtime}\nplugins: { providers: [{ name: cloudplatform, path: "${plugin}" }] }\n`;
      const declare = (budget: number) => {
        const start = file === "Pulumi.yaml" ? `${head}packages: { example-components: "${components}" }\n` : "";
        write(file, start + program(budget));
      };
      write("Pulumi.yaml", head);
      write("requirements.txt", "pulumi>=3.200\n");
      if (file !== "Pulumi.yaml") write(file, "");
      await succeeds("stack", "init", "dev");
      if (language === "python") await succeeds("package", "add", components);

      declare(30_000);
      const refused = await runCommand("pulumi", ["preview", "--non-interactive"], {
        cwd: join(folder, language),
        env,
      });
      expect(refused.code).not.toBe(0);
      expect(refused.output).toContain("costs 35622.72 EUR, more than its budget of 30000 EUR");
      declare(40_000);
      await succeeds("up", "--yes");
      await succeeds("preview", "--expect-no-changes");
      expect(emulator.platform.store.reservations.all()).toHaveLength(1);
      expect(JSON.parse(await succeeds("stack", "output", "--json"))).toEqual({
        ...{ ids: { cart: expect.any(Number), assets: expect.any(Number), pages: expect.any(Number) } },
        ...{ total: "35622.72 EUR", kubeconfig: "[secret]" },
      });
    },
  );
});
