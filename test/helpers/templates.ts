/** Compiler options of the template of `pulumi new typescript`. */
const common = {
  strict: true,
  outDir: "bin",
  sourceMap: true,
  experimentalDecorators: true,
  pretty: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
};

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

/** The current template. */
export const nodeNext = json({
  compilerOptions: { ...common, target: "es2020", module: "nodenext", moduleResolution: "nodenext" },
  files: ["index.ts"],
});

/** The template of some years ago: it checks every declaration file and ignores `exports` of packages. */
export const commonJs = json({
  compilerOptions: { ...common, target: "es2016", module: "commonjs", moduleResolution: "node" },
  files: ["index.ts"],
});

export const packageJson = (type: "module" | "commonjs", main: string) => json({ name: "app", main, type });

/** `typescript: true` is the default: Pulumi compiles the program itself. */
export const pulumiYaml = (name: string, typescript: boolean) =>
  `name: ${name}\nruntime:\n  name: nodejs\n  options:\n    typescript: ${typescript}\n`;

const statements = `
export const one = new cdn.RuleTemplate("one", { rule: "/a", ruleType: 0 });
export const template = new edge.AppTemplate("two", { binaryId: 42, name: "two", owned: true, params: [] });
export const streams = streaming.getStreams({}).then((all) => all.length > 0);
export const count = cdn.getRuleTemplatesOutput({}, { dependsOn: [one] }).apply((all) => all.length > 0);
`;

/** A program for every type of project. */
export const programs = {
  module: `import { cdn, edge, streaming } from "@cloudplatform/pulumi";\n${statements}`,
  // CommonJS that needs no compiler.
  commonjs: `const { cdn, edge, streaming } = require("@cloudplatform/pulumi");
const one = new cdn.RuleTemplate("one", { rule: "/a", ruleType: 0 });
new edge.AppTemplate("two", { binaryId: 42, name: "two", owned: true, params: [] });
exports.streams = streaming.getStreams({}).then((all) => all.length > 0);
exports.count = cdn.getRuleTemplatesOutput({}, { dependsOn: [one] }).apply((all) => all.length > 0);
`,
};

/** Uses every entry point of every package, and the APIs with intricate types. */
export const typedProgram = `import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "@cloudplatform/pulumi";
import { cdn, edge, gpu, kubernetes, pricing, quotas, reservations, storage, streaming } from "@cloudplatform/pulumi";
import { type Client, createClient, ResponseError } from "@cloudplatform/pulumi/client";
import * as handlers from "@cloudplatform/pulumi/handlers";
import * as lookups from "@cloudplatform/pulumi/lookups";
import { type FaultSpec, startEmulator } from "@cloudplatform/emulator";
import { type ResourceRule, resourceRule, rules } from "@cloudplatform/policies";
import { exitCodes } from "@cloudplatform/policies/cli";
import { type PackConfig, preset } from "@cloudplatform/policies/config";

const args: cdn.RuleTemplateArgs = { rule: "/images/.*", ruleType: 0, options: { gzipOn: null } };
const images = new cdn.RuleTemplate("images", args, { protect: true });
const clusterArgs: kubernetes.ClusterArgs = {
  name: "edge-1", keypair: "ops", version: "v1.31.9",
  pools: [{ name: "general", flavorId: "g1-standard-2-4", minNodeCount: pulumi.output(2) }],
};
const cluster = new kubernetes.Cluster("edge", clusterArgs);
const metal = new reservations.Reservation("metal", {
  name: "metal", period: "MONTHS12", regionId: 76,
  resources: [{ resourceName: pulumi.output("bm1-hf-medium"), resourceType: "flavor", resourceValue: 2 }],
});
export const id: pulumi.Output<number> = images.templateId;
export const status: pulumi.Output<string> = cluster.status;
export const quote = metal.quote;
export const price = pricing.getLoggingPriceOutput({ regionId: pulumi.output(76) }).apply((one) => one.pricePerMonth);
export const streams = streaming.getStreams().then((all) => all.filter((one) => one.live).length);
export const threshold = quotas.getNotificationThreshold({ clientId: 5 }).then((one) => one.threshold);
const client: Client = createClient({ baseUrl: "http://127.0.0.1:8787", apiKey: "local" });
export const apps = edge.getApps({ limit: 1 }, { client }).catch((error) => error instanceof ResponseError);
const rule: ResourceRule = rules[0] as ResourceRule;
const fault: FaultSpec = { name: "drop-after", probability: 1, seed: 1 };
const config: PackConfig = preset("baseline");
export const rest = [cloudplatform, gpu, storage, handlers, lookups.cdn, startEmulator, resourceRule, rule, exitCodes, fault, config];
`;
