import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reviewSchema } from "../../provider/review/model/schema.ts";
import { platform } from "../helpers/platform.ts";
import { isRest, testOnce } from "../helpers/rest.ts";
import { succeeds } from "../helpers/succeeds.ts";
import { openRepository, type TestRepository } from "../review/repository.ts";

/** Review, apply and drift of all stacks of a repository, with the real CLI: two projects, one of which references the other. */
const emulator = await platform({ speed: 100_000 });
let repository: TestRepository;

const head = 'import * as pulumi from "@pulumi/pulumi";\nimport { cdn } from "@cloudplatform/pulumi";\n';
const network = (weight: number) => `${head}
  const name = \`network-\${pulumi.getStack()}\`;
  export const rule = new cdn.RuleTemplate("network", { name, rule: "/network/", ruleType: 0, weight: ${weight} }).rule;
`;
const shop = `${head}
  import { weight } from "../shared/weight.ts";
  const network = new pulumi.StackReference(\`organization/network/\${pulumi.getStack()}\`);
  // As it will be, where the same change creates the other stack.
  const before = network.getOutput("rule").apply((known) => known ?? "/network/");
  const rule = pulumi.interpolate\`\${before}shop/\`;
  new cdn.RuleTemplate("shop", { name: \`shop-\${pulumi.getStack()}\`, rule, ruleType: 0, weight });
`;

beforeAll(async () => {
  repository = await openRepository(emulator.url, { network: network(1), shop }, ["dev", "prod"]);
  repository.write("shared/weight.ts", "export const weight = 5;\n");
  repository.commit("Share the weight");
});
afterAll(() => repository?.remove());

const output = () => join(repository.folder, "../review");
const file = (name: string) => readFileSync(join(output(), name), "utf8");
const list = () => JSON.parse(file("review.json"));
const weights = () =>
  Object.fromEntries(
    emulator.platform.store.ruleTemplates
      .all()
      .filter(({ name }) => /^(network|shop)-/.test(name ?? ""))
      .map(({ name, weight }) => [name, weight]),
  );
const review = (...args: string[]) =>
  repository.run("review", "--no-policies", "--output", output(), "--all-stacks", ...args);
const apply = (...args: string[]) =>
  repository.run("apply", "--no-policies", "--review", join(output(), "review.json"), "--all-stacks", ...args);

function weigh(name: string, weight: number): void {
  const { ruleTemplates } = emulator.platform.store;
  const one = ruleTemplates.all().find((found) => found.name === name);
  if (one === undefined) throw new Error(`There is no rule template ${name}.`);
  ruleTemplates.put(one.id, { ...one, weight });
}

testOnce(
  "patterns select the stacks; a stack is applied after the stacks that it reads, not after a failure; the same command continues",
  async () => {
    const made = await review("network/*", "shop/prod");
    expect(made, made.err).toMatchObject({ code: 0, out: expect.stringMatching(/^sha256:[0-9a-f]{64}\n$/) });
    expect(list()).toMatchObject({ waves: [["network/dev", "network/prod"], ["shop/prod"]], counts: { create: 3 } });
    // Equal creates share one line.
    expect(file("review.md")).toContain("**create** `network` `cdn:RuleTemplate`");
    expect(file("review.md")).toContain('`name` = `"network-{stack}"`');
    expect(file("review.md")).toMatch(/in (all )?2 stacks/);
    const own = reviewSchema.parse(JSON.parse(file("network/dev/review.json")));
    expect(own).toMatchObject({ project: "network", stack: "dev", digest: list().stacks[0].digest });

    const settings = readFileSync(join(repository.folder, "network/Pulumi.prod.yaml"), "utf8");
    repository.write("network/Pulumi.prod.yaml", `${settings}config:\n  network:color: blue\n`);
    const digest = ["--digest", made.out.trim()];
    const stopped = await apply(...digest);
    expect(stopped.code, stopped.out + stopped.err).toBe(3);
    expect(stopped.err).toContain("network/prod: The change is not the one that was reviewed");
    expect(stopped.err).toContain("Applied: 1 (network/dev)\nFailed: 1 (network/prod)\nNot begun: 1 (shop/prod)");
    expect(weights()).toEqual({ "network-dev": 1 });
    repository.write("network/Pulumi.prod.yaml", settings);
    const resumed = await apply(...digest);
    expect(resumed.code, resumed.out + resumed.err).toBe(0);
    expect(resumed.err).toContain("Applied by an earlier run: 1 (network/dev)");
    expect(weights()).toEqual({ "network-dev": 1, "network-prod": 1, "shop-prod": 5 });
  },
);

if (isRest()) {
  /** The stacks as the test before leaves them. */
  beforeAll(async () => {
    for (const [project, name] of ["network/dev", "network/prod", "shop/prod"].map((id) => id.split("/"))) {
      const place = ["--cwd", join(repository.folder, project ?? ""), "--stack", name ?? ""];
      await succeeds(repository.stack.up(...place));
    }
  });

  test("drift in one stack stops the stacks after it, and the same command continues once the drift is gone", async () => {
    repository.write("network/index.ts", network(2));
    repository.write("shared/weight.ts", "export const weight = 6;\n");
    const made = await review();
    expect(made, made.err).toMatchObject({ code: 0 });
    expect(list().waves).toEqual([
      ["network/dev", "network/prod"],
      ["shop/dev", "shop/prod"],
    ]);
    weigh("network-prod", 9);
    const stopped = await apply();
    expect(stopped.code, stopped.out + stopped.err).toBe(3);
    expect(stopped.err).toContain("network/prod: The change is not the one that was reviewed");
    expect(stopped.err).toContain(
      "Applied: 1 (network/dev)\nFailed: 1 (network/prod)\nNot begun: 2 (shop/dev, shop/prod)",
    );
    expect(weights()).toEqual({ "network-dev": 2, "network-prod": 9, "shop-prod": 5 });
    weigh("network-prod", 1);
    const resumed = await apply();
    expect(resumed.code, resumed.out + resumed.err).toBe(0);
    expect(resumed.err).toContain("Applied by an earlier run: 1 (network/dev)");
    expect(weights()).toEqual({ "network-dev": 2, "network-prod": 2, "shop-dev": 6, "shop-prod": 6 });
  });

  test("a change touches the stacks whose settings it changes, and the projects that name its files", async () => {
    repository.commit("Weigh more");
    repository.write(
      "network/Pulumi.dev.yaml",
      `${readFileSync(join(repository.folder, "network/Pulumi.dev.yaml"))}# More\n`,
    );
    expect((await review("--changed-since", "main")).code).toBe(0);
    expect(list().stacks.map(({ id }: { id: string }) => id)).toEqual(["network/dev"]);
    repository.commit("Set");
    repository.write("shared/weight.ts", "export const weight = 7;\n");
    expect((await review("--changed-since", "main")).code).toBe(0);
    expect(list().stacks.map(({ id }: { id: string }) => id)).toEqual(["shop/dev", "shop/prod"]);
  });

  test("a stack that is blocked or cannot be reviewed blocks all stacks, and the others are still reviewed", async () => {
    repository.write("network/index.ts", `${head} throw new Error("This program fails.");`);
    const made = await review();
    expect(made.code).toBe(1);
    expect(list().verdict).toEqual({ level: "blocked", reasons: ["of 4 stacks 2 blocked, 2 safe"] });
    expect(file("review.md")).toContain("This program fails");
    const refused = await apply();
    expect(refused).toMatchObject({ code: 3, err: expect.stringContaining("network/dev, network/prod") });
    repository.write("network/index.ts", network(2));
  });

  test("drift of all stacks is one report", async () => {
    expect((await repository.run("drift", "--all-stacks", "--output", output())).code).toBe(0);
    weigh("shop-dev", 8);
    weigh("shop-prod", 8);
    const drift = await repository.run("drift", "--all-stacks", "--output", output());
    expect(drift.code, drift.err).toBe(4);
    expect(list().counts.drifted).toBe(2);
    expect(file("review.md")).toMatch(/`shop` .*`weight` `6` → `8` · in 2 stacks: `shop\/dev`, `shop\/prod`/);
  });
}

testOnce("what excludes itself is refused before anything runs", async () => {
  const refusals: [string[], RegExp][] = [
    [["review", "--all-stacks", "--stack", "dev"], /cannot be combined/],
    [["review", "--waves", "*"], /without --all-stacks/],
    [["apply", "--all-stacks", "--digest", `sha256:${"0".repeat(64)}`], /needs --review/],
  ];
  for (const [args, words] of refusals)
    expect(await repository.run(...args)).toMatchObject({ code: 2, err: expect.stringMatching(words) });
});
