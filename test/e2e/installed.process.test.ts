// Real processes: what users have. The package is packed and unpacked in a fresh folder, nothing is preloaded, and the CLI writes its logs.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Installed, installPacked } from "../helpers/installed.ts";
import { platform } from "../helpers/platform.ts";
import { succeeds } from "../helpers/succeeds.ts";
import { usersProject } from "../helpers/users.ts";

const emulator = await platform();
let installed: Installed;

beforeAll(async () => {
  installed = await installPacked({ packages: ["pulumi"] });
});
afterAll(() => installed.remove());

test("the installed providers create, find nothing to change and destroy, both in one stack", async () => {
  const { folder, pulumi } = await usersProject(installed, {
    ...{ name: "both", url: emulator.url, isNative: true },
    files: {
      "index.js": `import { cdn } from "@cloudplatform/pulumi";
        import * as native from "@cloudplatform/pulumi/native";
        new cdn.RuleTemplate("dynamic", { rule: "/dynamic/", ruleType: 0 });
        new native.cdn.RuleTemplate("native", { rule: "/native/", ruleType: 0 });`,
    },
  });
  const live = () =>
    emulator.platform.store.ruleTemplates
      .all()
      .map(({ rule }) => rule)
      .filter((rule) => ["/dynamic/", "/native/"].includes(rule))
      .sort();

  await succeeds(pulumi("up", "--yes", "--skip-preview"));
  expect(live()).toEqual(["/dynamic/", "/native/"]);
  const { stdout } = await pulumi("stack", "--show-ids");
  for (const type of ["pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate", " cloudplatform:cdn:RuleTemplate"])
    expect(stdout).toContain(type);
  await succeeds(pulumi("preview", "--expect-no-changes"));
  await succeeds(pulumi("destroy", "--yes", "--skip-preview"));
  expect(live()).toEqual([]);
  expect(readdirSync(join(folder, "home/logs")).length).toBeGreaterThan(0);
});
