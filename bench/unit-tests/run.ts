import { cdn, edge } from "@cloudplatform/pulumi";
import { type DeployOptions, deploy } from "@cloudplatform/pulumi/testing";
import * as pulumi from "@pulumi/pulumi";
import { recordResult } from "../results/record.ts";

/**
 * Processor time of a unit test with the kit, compared with the same program under Pulumi's mocks, in one process: both
 * alternate, and are loaded once. `node bench/unit-tests/run.ts`
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 20);
const perRound = 10;

type Program = () => pulumi.Resource[];

const one: Program = () => [new cdn.RuleTemplate("images", { name: "images", rule: "/images/.*", ruleType: 0 })];
const three: Program = () => [
  ...one(),
  new cdn.RuleTemplate("videos", {
    ...{ name: "videos", rule: "/videos/.*", ruleType: 0 },
    options: { browser_cache_settings: { enabled: true, value: "3600s" } },
  }),
  new edge.AppTemplate("app", { binaryId: 42, name: "app", owned: true, shortDescr: "App", params: [] }),
];

async function withKit(program: Program, options: DeployOptions): Promise<void> {
  await deploy(() => void program(), options);
}

/** The test waits for the URNs that the program gets. */
async function withMocks(program: Program): Promise<void> {
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    call: ({ inputs }) => inputs,
  });
  await Promise.all(program().map(({ urn }) => new Promise((resolve) => urn.apply(resolve))));
}

/** Milliseconds of processor time per run. */
async function timeOf(run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < perRound; done++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / perRound;
}

const figures: Record<string, number[]> = {};
for (const [name, program] of Object.entries({ one, three })) {
  const ways = {
    kit: () => withKit(program, {}),
    update: () => withKit(program, { preview: false }),
    mocks: () => withMocks(program),
  };
  for (const run of Object.values(ways)) for (let round = 0; round < 5; round++) await timeOf(run);
  for (let round = 0; round < rounds; round++) {
    const times: Record<string, number> = {};
    for (const [way, run] of Object.entries(ways)) times[way] = await timeOf(run);
    const { kit = Number.NaN, update = Number.NaN, mocks = Number.NaN } = times;
    const measured = { kitMs: kit, updateMs: update, mocksMs: mocks, ratio: kit / mocks };
    for (const [figure, value] of Object.entries(measured))
      figures[`${name}.${figure}`] = [...(figures[`${name}.${figure}`] ?? []), value];
  }
}
recordResult({ bench: "unit-tests", sources: ["provider", "emulator"], figures });
console.log(
  Object.fromEntries(
    Object.entries(figures).map(([name, values]) => [name, values.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]]),
  ),
);
