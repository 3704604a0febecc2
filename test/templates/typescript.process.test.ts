import { execFile } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { platform } from "../helpers/platform.ts";
import { usersEnvironment } from "../helpers/users.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "test/.stacks/template");
afterAll(() => rm(folder, { recursive: true, force: true }));

test("pulumi new makes a project that type-checks and can be deployed, and a policy pack that evaluates it", async () => {
  const emulator = await platform();
  const cli = await ensurePulumi({ log: () => undefined });
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "backend"), { recursive: true });
  const project = join(folder, "shop");
  const env = {
    ...(await usersEnvironment(join(folder, "home"))),
    PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`,
  };
  const pulumi = (cwd: string, ...args: string[]) => run(cli.bin, args, { cwd, env });

  const values = ["--name", "shop", "--description", "A shop", "--stack", "dev", "--dir", project];
  await pulumi(root, "new", join(root, "templates/typescript"), "--yes", "--generate-only", ...values);
  expect(await readFile(join(project, "Pulumi.yaml"), "utf8")).toMatch(/^name: shop\ndescription: A shop\n/);
  expect(JSON.parse(await readFile(join(project, "package.json"), "utf8")).name).toBe("shop");

  await run("tsc", ["-p", project], { cwd: root });
  await pulumi(project, "stack", "init", "dev");
  await pulumi(project, "config", "set", "cloudplatform:baseUrl", emulator.url);
  await pulumi(project, "config", "set", "--secret", "cloudplatform:apiKey", "local");
  const { stdout } = await pulumi(project, "up", "--yes", "--skip-preview", "--non-interactive");
  expect(stdout).toContain("cdn:RuleTemplate images created");

  const pack = join(folder, "policies");
  await pulumi(folder, "policy", "new", join(root, "templates/policies"), "--generate-only", "--dir", pack);
  const checked = ["--expect-no-changes", "--non-interactive", "--policy-pack", pack];
  const again = await pulumi(project, "preview", ...checked);
  expect(again.stdout).toContain("unchanged");
  expect(again.stdout).toMatch(/policies@v\d/);
});
