/** A goal of a benchmark. */
export interface Goal {
  text: string;
  /** Folder of the benchmark below `bench`. */
  bench: string;
  /** Name of the figure in its `result.json`. Until the figure exists, the goal is not measured. */
  figure: string;
  /** The limit for the median; undefined: the figure explains the goal above it. */
  limit?: { max: number } | { min: number };
  /** Why the goal is missed. Shown only while it is. */
  reason?: string;
}

const max = (limit: number) => ({ max: limit });
const min = (limit: number) => ({ min: limit });

const asksNobody = "the no-op resource asks nobody and compares nothing";
const checkpoints = "most of it is checkpoints, whose time varies with the disk: two runs of a day differed by a third";
const doesNothing = "most of it is Pulumi's own, and the resource that does nothing neither checks nor compares";
const growingLists = "a run of more than a minute lists the templates again";
const namesOrigin = "state names the platform, the account and the last write of each object";
const mostlyPulumi = "most of it is Pulumi's own, as the next row shows";
const twoSyncedFiles = "Pulumi's processes start in a third of it, and each rule is on record before it is requested";
const ourModules = "the provider's process loads its schemas in a fifth of a second";
const laxHeap = "flags of V8 that kept the heap small cost a tenth more processor time, and were dropped";

/** Every goal, in the order of the page. Ratios come from a single run. */
export const goals: readonly Goal[] = [
  {
    text: "First `up` of 1,000 rule templates, dynamic, × the no-op dynamic resource",
    bench: "rule-templates",
    figure: "first.ratio",
    limit: max(0.75),
    reason: checkpoints,
  },
  { text: "… native", bench: "rule-templates", figure: "native.first.ratio", limit: max(0.65), reason: checkpoints },
  {
    text: "Unchanged `up`, dynamic",
    bench: "rule-templates",
    figure: "unchanged.ratio",
    limit: max(0.9),
    reason: doesNothing,
  },
  {
    text: "… native",
    bench: "rule-templates",
    figure: "native.unchanged.ratio",
    limit: max(0.7),
    reason: doesNothing,
  },
  {
    text: "`refresh`, dynamic",
    bench: "rule-templates",
    figure: "refresh.ratio",
    limit: max(1.25),
    reason: asksNobody,
  },
  { text: "… native", bench: "rule-templates", figure: "native.refresh.ratio", limit: max(0.95), reason: asksNobody },
  {
    text: "Requests of the first `up` beside one for each template",
    bench: "rule-templates",
    figure: "first.otherRequests",
    limit: max(5),
    reason: growingLists,
  },
  { text: "Requests of `refresh`", bench: "rule-templates", figure: "refresh.requests", limit: max(12) },
  {
    text: "State beside what the engine writes for any resource, dynamic, bytes",
    bench: "rule-templates",
    figure: "hiddenStateBytes",
    limit: max(350),
    reason: namesOrigin,
  },
  {
    text: "… native, bytes",
    bench: "rule-templates",
    figure: "native.hiddenStateBytes",
    limit: max(150),
    reason: namesOrigin,
  },
  {
    text: "All of a dynamic resource as it is stored with `PULUMI_DIY_BACKEND_GZIP`, bytes",
    bench: "state",
    figure: "dynamic.storedBytes",
    limit: max(800),
  },
  { text: "… of a native resource, bytes", bench: "state", figure: "native.storedBytes", limit: max(500) },
  {
    text: "`preview` of 1,000 rule templates, × the other tool's plan without refresh",
    bench: "other-tool",
    figure: "templates.preview.ratio",
    limit: max(0.85),
    reason: mostlyPulumi,
  },
  { text: "… Pulumi's own part: resources that do nothing", bench: "other-tool", figure: "no-op.preview.ratio" },
  {
    text: "First `up` without checkpoints, × the other tool",
    bench: "other-tool",
    figure: "templates.first.ratio",
    limit: max(0.5),
    reason: mostlyPulumi,
  },
  { text: "… Pulumi's own part: resources that do nothing", bench: "other-tool", figure: "no-op.first.ratio" },
  {
    text: "… with the recommended settings",
    bench: "other-tool",
    figure: "recommended.templates.first.ratio",
    limit: max(0.25),
    reason: mostlyPulumi,
  },
  {
    text: "… Pulumi's own part: resources that do nothing",
    bench: "other-tool",
    figure: "recommended.no-op.first.ratio",
  },
  {
    text: "Unchanged `up --refresh`, × the other tool",
    bench: "other-tool",
    figure: "templates.unchanged.ratio",
    limit: max(0.7),
    reason: mostlyPulumi,
  },
  { text: "… Pulumi's own part: resources that do nothing", bench: "other-tool", figure: "no-op.unchanged.ratio" },
  {
    text: "… with the recommended settings",
    bench: "other-tool",
    figure: "recommended.templates.unchanged.ratio",
    limit: max(0.5),
    reason: mostlyPulumi,
  },
  {
    text: "… Pulumi's own part: resources that do nothing",
    bench: "other-tool",
    figure: "recommended.no-op.unchanged.ratio",
  },
  {
    text: "`destroy` without checkpoints, × the other tool",
    bench: "other-tool",
    figure: "templates.destroy.ratio",
    limit: max(0.5),
  },
  {
    text: "First `up` of one rule set of 1,000, × the other tool",
    bench: "other-tool",
    figure: "set.first.ratio",
    limit: max(0.2),
    reason: twoSyncedFiles,
  },
  {
    text: "… unchanged `up --refresh`",
    bench: "other-tool",
    figure: "set.unchanged.ratio",
    limit: max(0.3),
    reason: twoSyncedFiles,
  },
  { text: "… `destroy`", bench: "other-tool", figure: "set.destroy.ratio", limit: max(0.15), reason: twoSyncedFiles },
  {
    text: "State of a rule set beside the fields of its rules, bytes a rule",
    bench: "other-tool",
    figure: "set.stateOwnBytes",
    limit: max(400),
  },
  ...(["dynamic", "native"] as const).flatMap((provider) =>
    (["first", "unchanged", "preview"] as const).map((command) => ({
      text: `Five resources, ${provider}: ${{ first: "first `up`", unchanged: "unchanged `up`", preview: "`preview`" }[command]}, × five no-op resources`,
      bench: "small",
      figure: `${provider}.${command}.ratio`,
      limit: max(1.15),
      reason: ourModules,
    })),
  ),
  {
    text: "`npm start` in a warm checkout, × a bare `pulumi up`",
    bench: "start",
    figure: "ratio",
    limit: max(1.15),
    reason: "it also starts the emulator and checks whether the packages are built",
  },
  {
    text: "First `up` of 10,000 rules in one set, × four times that of 2,500",
    bench: "growth",
    figure: "set.first.growth",
    limit: max(1.1),
  },
  { text: "… unchanged `up --refresh`", bench: "growth", figure: "set.unchanged.growth", limit: max(1.1) },
  {
    text: "First `up` of 500 templates beside 9,500 in 19 stacks, × that of the first stack",
    bench: "growth",
    figure: "stacks.first.growth",
    limit: max(1.1),
  },
  { text: "… unchanged `up --refresh`", bench: "growth", figure: "stacks.unchanged.growth", limit: max(1.1) },
  {
    text: "Unchanged `preview` of 500 with the policy pack, × with an empty pack",
    bench: "policies",
    figure: "preview500.ratio",
    limit: max(1.15),
  },
  {
    text: "`review` of a change of 500 without policies, × `preview --refresh`",
    bench: "review",
    figure: "review500.ratio",
    limit: max(1.3),
  },
  { text: "… with the policy pack", bench: "review", figure: "policies500.ratio", limit: max(1.5) },
  {
    text: "`preview` of 500 new resources, × the version that did not ask the platform whether `up` would stop",
    bench: "preview",
    figure: "new.ratio",
    limit: max(1.2),
  },
  { text: "… of 500 unchanged ones", bench: "preview", figure: "unchanged.ratio", limit: max(1.2) },
  {
    text: "Import of the package in a program beside `@pulumi/pulumi`, ms",
    bench: "native",
    figure: "importMs",
    limit: max(100),
  },
  { text: "Start of the native provider, ms", bench: "native", figure: "startMs", limit: max(150) },
  {
    text: "Requests while 50 clusters are created, × those of one",
    bench: "cluster",
    figure: "requests50.ratio",
    limit: max(1.2),
  },
  {
    text: "State saved after the platform is finished, poll intervals",
    bench: "cluster",
    figure: "savedAfter.intervals",
    limit: max(0.5),
  },
  {
    text: "Memory of the native provider for 2,000 resources, × that for 20",
    bench: "memory",
    figure: "native.ratio",
    limit: max(1.3),
    reason: laxHeap,
  },
  { text: "… of the dynamic provider", bench: "memory", figure: "dynamic.ratio", limit: max(1.3), reason: laxHeap },
  {
    text: "Memory of a provider's process with a heap of 64 MiB after 10,000 operations, × after 2,000",
    bench: "memory",
    figure: "growth.ratio",
    limit: max(1.1),
  },
  {
    text: "Runs that fail while 20 runners share 10 requests a second",
    bench: "scale",
    figure: "failures",
    limit: max(0),
  },
  {
    text: "100 stacks of 1,000 creations, requests served a second of 10",
    bench: "scale",
    figure: "fleet.create.perSecond",
    limit: min(9.5),
  },
  {
    text: "The slowest of those runners, × the median",
    bench: "scale",
    figure: "fleet.create.slowestToMedian",
    limit: max(1.1),
  },
  { text: "Emulator, reads a second on one core, × Prism", bench: "emulator", figure: "read.ratio", limit: min(3) },
  { text: "… lists of 50", bench: "emulator", figure: "list.ratio", limit: min(3) },
  { text: "… creations", bench: "emulator", figure: "create.ratio", limit: min(3) },
  {
    text: "Emulator, reads a second of processor time",
    bench: "emulator",
    figure: "read.emulatorPerSecond",
    limit: min(10_000),
    reason:
      "the number follows the machine's speed of the hour, unlike the ratios: the best of five rounds reached 9,997",
  },
  {
    text: "… as a share of what Node's HTTP server alone serves",
    bench: "emulator",
    figure: "read.share",
  },
  { text: "Emulator, start with a million objects, ms", bench: "emulator", figure: "many.openMs", limit: max(2000) },
  {
    text: "Console with 100,000 objects: a search in a browser, ms",
    bench: "emulator",
    figure: "many.searchMs",
    limit: max(1000),
  },
  {
    text: "A unit test of one rule template with the testing kit, processor time once loaded, ms",
    bench: "unit-tests",
    figure: "one.kitMs",
    limit: max(10),
  },
  {
    text: "… without the preview before the update, ms",
    bench: "unit-tests",
    figure: "one.updateMs",
    limit: max(10),
  },
];
