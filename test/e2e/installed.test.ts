// Real processes: what users have. The package is packed and unpacked in a fresh folder, nothing is preloaded, and the CLI writes its logs.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pack } from "../../provider/pack/pack.ts";
import { packages } from "../../provider/pack/packages.ts";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { withoutPreload } from "../helpers/environment.ts";
import { type Installed, installPacked } from "../helpers/installed.ts";
import { platform } from "../helpers/platform.ts";
import { packageJson, pulumiYaml } from "../helpers/templates.ts";

const run = promisify(execFile);
const emulator = await platform();
let installed: Installed;

beforeAll(async () => {
  const [provider] = packages.filter(({ folder }) => folder === "provider");
  if (provider === undefined) throw new Error("packages.ts has no package of the provider.");
  const out = realpathSync(mkdtempSync(join(tmpdir(), "packed-")));
  const archive = await pack(provider, out, { declarations: false });
  installed = installPacked({ archives: { pulumi: archive } });
  rmSync(out, { recursive: true });
});
afterAll(() => installed.remove());

const plugin = `plugins:
  providers:
    - name: cloudplatform
      path: ../node_modules/@cloudplatform/pulumi/plugin
`;

test.each([
  ["dynamic", "@cloudplatform/pulumi", "", "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate"],
  ["native", "@cloudplatform/pulumi/native", plugin, "cloudplatform:cdn:RuleTemplate"],
])("the installed %s provider creates, finds nothing to change and destroys", async (name, from, plugins, type) => {
  const folder = installed.project(name, {
    "Pulumi.yaml": `${pulumiYaml(name, false)}${plugins}`,
    "package.json": packageJson("module", "index.js"),
    "index.js": `import { cdn } from "${from}";
      export const id = new cdn.RuleTemplate("one", { rule: "/${name}/", ruleType: 0 }).id;`,
  });
  const [home, backend] = [join(folder, "home"), join(folder, "backend")];
  mkdirSync(backend);
  const cli = await ensurePulumi({ log: () => undefined });
  const env = {
    ...withoutPreload(),
    ...cli.env,
    // What the settings of the tests add.
    NODE_COMPILE_CACHE: undefined,
    GOGC: undefined,
    CLOUDPLATFORM_INTENT_DIR: undefined,
    PULUMI_HOME: home,
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    CLOUDPLATFORM_BASE_URL: emulator.url,
    CLOUDPLATFORM_API_KEY: "local",
  };
  const pulumi = async (...args: string[]) =>
    (await run(cli.bin, [...args, "--non-interactive"], { cwd: folder, env })).stdout;
  const live = () => emulator.platform.store.ruleTemplates.all().filter(({ rule }) => rule === `/${name}/`);

  await pulumi("stack", "init", "test");
  await pulumi("up", "--yes", "--skip-preview");
  expect(live()).toHaveLength(1);
  expect(await pulumi("stack", "--show-ids")).toContain(type);
  await pulumi("preview", "--expect-no-changes");
  await pulumi("destroy", "--yes", "--skip-preview");
  expect(live()).toEqual([]);
  expect(readdirSync(join(home, "logs")).length).toBeGreaterThan(0);
});
