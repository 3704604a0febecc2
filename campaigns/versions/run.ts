import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { builtPackage } from "../../provider/pack/built.ts";
import { platformProcess } from "../../test/helpers/platform.ts";
import { builtPlugin } from "../../test/helpers/plugin.ts";
import { openStack } from "../../test/helpers/stack.ts";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { cliOf } from "./cli.ts";
import { problemsOfLife } from "./life.ts";

/**
 * Runs the built package with releases of the Pulumi CLI and of its SDK: `npm run campaign -- versions [--cli <release>…] [--sdk
 * <release>…]`. The package depends on internals of the SDK, which each release must have: nothing may be reported as missing,
 * and no secret may be shown.
 */
const pinned = (await ensurePulumi()).version;
const { cli, sdk } = new Command()
  .option("--cli <release...>", "releases of the Pulumi CLI", ["3.200.0", "3.230.0", pinned])
  .option("--sdk <release...>", "releases of @pulumi/pulumi", ["3.200.0", "3.224.0", "3.248.0", "3.270.0"])
  .parse()
  .opts<{ cli: string[]; sdk: string[] }>();

const providers = {
  dynamic: 'import * as of from "@cloudplatform/pulumi";',
  native: 'import * as of from "@cloudplatform/pulumi/native";',
};

const folder = fileURLToPath(new URL("../../test/.stacks/versions", import.meta.url));
rmSync(folder, { recursive: true, force: true });

/** Installs the package with a release of the SDK, as npm would. With a link to the package, Node would load the checkout's SDK. */
async function modulesWith(release: string): Promise<string> {
  const target = join(folder, release);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "package.json"), '{ "private": true, "type": "module" }');
  const install = ["install", "--no-save", "--no-audit", "--no-fund", "--install-links"];
  execFileSync("npm", [...install, `@pulumi/pulumi@${release}`, await builtPackage("provider")], {
    cwd: target,
    stdio: "pipe",
  });
  return join(target, "node_modules");
}

async function problemsOf(bin: string, modules: string, load: string): Promise<string[]> {
  const emulator = await platformProcess();
  await emulator.control("POST", "clock", { speed: 1_000 });
  const plugin = await builtPlugin();
  const env = { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2", CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS: "1" };
  const stack = await openStack({
    url: emulator.url,
    env,
    bin,
    secretsProvider: "passphrase",
    plugins: [plugin.folder, dirname(bin)],
  });
  try {
    rmSync(join(stack.folder, "node_modules"), { recursive: true, force: true });
    cpSync(modules, join(stack.folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
    return await problemsOfLife(stack, emulator, load);
  } finally {
    await stack.remove();
    await emulator.remove();
  }
}

const rows: string[] = [];
for (const release of sdk) {
  const modules = await modulesWith(release);
  for (const version of cli) {
    const bin = version === pinned ? (await ensurePulumi()).bin : cliOf(version);
    for (const [provider, load] of Object.entries(providers)) {
      const problems = await problemsOf(bin, modules, load);
      console.log(`CLI ${version}, SDK ${release}, ${provider}: ${problems.join("\n") || "as expected"}`);
      if (problems.length > 0) process.exitCode = 1;
      rows.push(
        `| ${version} | ${release} | ${provider} | ${problems.length === 0 ? "as expected" : problems.length} |`,
      );
    }
  }
}
rmSync(folder, { recursive: true, force: true });

const text = `# Versions

\`npm run campaign -- versions\`: twelve commands with every resource. A number is how many of them went otherwise.

| CLI | SDK | Provider | |
|---|---|---|---|
${rows.join("\n")}
`;
mkdirSync(new URL("results", import.meta.url), { recursive: true });
writeFileSync(new URL("results/last.md", import.meta.url), text);
