// Real processes: what users have. The package is packed and unpacked in a fresh folder, nothing is preloaded, and the CLI writes its logs.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Installed } from "../helpers/installed.ts";
import { platform } from "../helpers/platform.ts";
import { succeeds } from "../helpers/succeeds.ts";
import { installProvider, usersProject } from "../helpers/users.ts";

const emulator = await platform();
let installed: Installed;

beforeAll(async () => {
  installed = await installProvider();
});
afterAll(() => installed.remove());

test.each([
  ["dynamic", "@cloudplatform/pulumi", "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate"],
  ["native", "@cloudplatform/pulumi/native", "cloudplatform:cdn:RuleTemplate"],
])("the installed %s provider creates, finds nothing to change and destroys", async (name, from, type) => {
  const { folder, pulumi } = await usersProject(installed, {
    ...{ name, url: emulator.url, isNative: name === "native" },
    files: {
      "index.js": `import { cdn } from "${from}";
        export const id = new cdn.RuleTemplate("one", { rule: "/${name}/", ruleType: 0 }).id;`,
    },
  });
  const live = () => emulator.platform.store.ruleTemplates.all().filter(({ rule }) => rule === `/${name}/`);

  await succeeds(pulumi("up", "--yes", "--skip-preview"));
  expect(live()).toHaveLength(1);
  expect((await pulumi("stack", "--show-ids")).stdout).toContain(type);
  await succeeds(pulumi("preview", "--expect-no-changes"));
  await succeeds(pulumi("destroy", "--yes", "--skip-preview"));
  expect(live()).toEqual([]);
  expect(readdirSync(join(folder, "home/logs")).length).toBeGreaterThan(0);
});
