import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensurePulumi } from "../../tools/pulumi.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "installed-"));

/** A project far from the checkout with our packages as npm would unpack them, and everything else as it is here. */
beforeAll(() => {
  execFileSync(process.execPath, [join(root, "provider/pack/main.ts")], { cwd: root });
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@cloudplatform"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "@cloudplatform") symlinkSync(join(root, "node_modules", name), join(modules, name));
  for (const name of ["pulumi", "emulator"]) {
    const target = join(modules, "@cloudplatform", name);
    mkdirSync(target);
    const archive = join(root, `dist/cloudplatform-${name}-0.1.0.tgz`);
    execFileSync("tar", ["-xzf", archive, "-C", target, "--strip-components", "1"]);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "main": "index.ts" }\n');
  const yaml = "name: installed\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n";
  writeFileSync(join(folder, "Pulumi.yaml"), yaml);
  writeFileSync(
    join(folder, "index.ts"),
    `import { cdn, streaming } from "@cloudplatform/pulumi";
     const one = new cdn.RuleTemplate("one", { rule: "/a", ruleType: 0 });
     export const rule = one.rule;
     export const streams = streaming.getStreams({}).then((all) => all.length > 0);\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test("installed packages bring up a stack on an installed emulator", async () => {
  const cli = await ensurePulumi({ log: () => undefined });
  const command = join(folder, "node_modules/@cloudplatform/emulator/cli.js");
  const emulator = spawn(process.execPath, [command, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((resolve) => emulator.stdout.setEncoding("utf8").once("data", resolve));
  mkdirSync(join(folder, "backend"));
  const env = {
    ...process.env,
    ...cli.env,
    PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: "test",
    CLOUDPLATFORM_BASE_URL: JSON.parse(line).url,
    CLOUDPLATFORM_API_KEY: "local",
  };
  try {
    const pulumi = (...args: string[]) =>
      execFileSync(cli.bin, [...args, "--non-interactive"], {
        cwd: folder,
        env,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });
    pulumi("stack", "init", "test");
    pulumi("up", "--yes", "--skip-preview");
    expect(JSON.parse(pulumi("stack", "output", "--json"))).toEqual({ rule: "/a", streams: true });
    expect(pulumi("preview", "--expect-no-changes")).toContain("unchanged");
  } finally {
    emulator.kill();
  }
});
