import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { builtPackage } from "../../provider/pack/built.ts";
import { openStack } from "../../test/helpers/stack.ts";

/**
 * The built package with the lowest release of Pulumi's SDK that it allows, two middle ones and the newest, each from npm, with the
 * real CLI: `npm run campaign -- sdk-releases`. Each program declares a resource with a secret of its own, one whose secret a transform
 * adds, and one with a parent. What reaches into the SDK's inside must be there: nothing is reported lost.
 */
const releases =
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : ["3.200.0", "3.224.0", "3.248.0", "3.270.0"];
const secrets = ["pl4nt-of-the-program", "pl4nt-of-a-transform"];

const program = `
  class Site extends pulumi.ComponentResource {
    constructor(name) {
      super("my:index:Site", name);
      new cdn.RuleTemplate("child", { rule: "/child/", ruleType: 0 }, { parent: this });
    }
  }
  new Site("site");
  new cdn.RuleTemplate("own", { rule: pulumi.secret("/${secrets[0]}/"), ruleType: 0 });
  new cdn.RuleTemplate("hidden", { rule: "/${secrets[1]}/", ruleType: 0 }, {
    transforms: [({ props, opts }) => ({ props: { ...props, rule: pulumi.secret(props.rule) }, opts })],
  });`;

/** What is wrong with a release. */
async function problemsOf(release: string): Promise<string[]> {
  const emulator = await startEmulator({ port: 0 });
  const stack = await openStack({ url: emulator.url });
  const problems: string[] = [];
  const expects = (isSo: boolean, what: string) => void (isSo || problems.push(what));
  try {
    const modules = join(stack.folder, "node_modules");
    rmSync(modules, { recursive: true, force: true });
    if (!existsSync(join(stack.folder, "package.json")))
      writeFileSync(join(stack.folder, "package.json"), '{ "private": true, "type": "module" }');
    // Copied as a package of its own, with the versions that it names: of a link Node would take the SDK of the checkout.
    const install = ["install", "--no-save", "--no-audit", "--no-fund", "--install-links"];
    const packages = [`@pulumi/pulumi@${release}`, await builtPackage("provider")];
    execFileSync("npm", [...install, ...packages], { cwd: stack.folder, stdio: "pipe" });
    await stack.program(program);
    const up = await stack.up();
    expects(up.code === 0, `up failed: ${up.output}`);
    expects(!up.output.includes("but without"), `something is lost: ${up.output}`);
    const events = readdirSync(stack.folder).filter((name) => name.startsWith("events-"));
    const texts = [up.output, ...events.map((name) => readFileSync(join(stack.folder, name), "utf8"))];
    for (const secret of secrets) expects(!texts.some((text) => text.includes(secret)), `${secret} is shown`);
    const again = await stack.up();
    expects(again.code === 0 && again.changes.same === 5, `the second up changes something: ${again.output}`);
    expects((await stack.run("destroy", "--yes")).code === 0, "destroy failed");
  } finally {
    await stack.remove();
    await emulator.close();
  }
  return problems;
}

for (const release of releases) {
  const problems = await problemsOf(release);
  console.log(`@pulumi/pulumi ${release}: ${problems.length === 0 ? "as expected" : problems.join("\n")}`);
  if (problems.length > 0) process.exitCode = 1;
}
