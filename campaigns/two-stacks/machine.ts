import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { EngineHarness } from "../../test/helpers/engine-harness.ts";
import { exportedState } from "../../test/helpers/exported-state.ts";
import type { Harness } from "../../test/helpers/harness.ts";
import { NativeHarness } from "../../test/helpers/native-harness.ts";
import { type Plugin, startPluginProcess } from "../../test/helpers/plugin-process.ts";
import type { ProviderKind } from "../../test/helpers/provider-kinds.ts";

/** One machine of the campaign: a process with its own records and notes, which runs `up` on request. */

export interface Order {
  stack: string;
  provider: ProviderKind;
  kind: Kind;
  /** Name of the resource. Another name is another resource. */
  name: string;
  url: string;
  inputs: object;
  ambiguityTimeoutSeconds: number;
  stopOnLostResponse: boolean;
}

export type Answer = { id: string | undefined; failure: string | undefined };

const { clusterHandler } = await import("../../provider/resources/cluster/handler.ts");
const { ruleTemplateHandler } = await import("../../provider/resources/rule-template/handler.ts");
const { appTemplateHandler } = await import("../../provider/resources/app-template/handler.ts");
const { reservationHandler } = await import("../../provider/resources/reservation/handler.ts");

const kinds = {
  rule: ["cdn:RuleTemplate", ruleTemplateHandler],
  app: ["edge:AppTemplate", appTemplateHandler],
  reservation: ["reservations:Reservation", reservationHandler],
  cluster: ["kubernetes:Cluster", clusterHandler],
} as const satisfies Record<string, [string, AnyHandler]>;

export type Kind = keyof typeof kinds;

const providerUrn = (stack: string, name: string) => `urn:pulumi:${stack}::shop::pulumi:providers:${name}::default`;

const backend = await exportedState(process.argv[2]);
/** The engine's copy of a stack's state, which outlives the process. */
const stateFile = (stack: string) => join(process.argv[3] ?? "", `${stack}.state`);

function savedState(stack: string, urn: string): Partial<Harness> {
  if (!existsSync(stateFile(stack))) return {};
  const saved = JSON.parse(readFileSync(stateFile(stack), "utf8"));
  return saved.urn === urn ? saved.resource : {};
}

let orders = 0;

/** The native provider's process, started for the machine's first resource of that provider. */
let starting: Promise<Plugin> | undefined;
function plugin(): Promise<Plugin> {
  // The last argument is the engine's address.
  const args = [process.argv[4] ?? "", process.argv.at(-1) ?? ""];
  starting ??= startPluginProcess(process.execPath, args, process.env);
  return starting;
}

/** Does what the engine does for one resource: the stack's state records that it is about to be created, and then the result. */
async function up({ stack, provider: kindOfProvider, kind, name, url, inputs, ...strictness }: Order): Promise<Answer> {
  const [token, handler] = kinds[kind];
  const isNative = kindOfProvider === "native";
  const type = `${isNative ? "cloudplatform:" : "pulumi-nodejs:dynamic/cloudplatform/"}${token}`;
  const urn = `urn:pulumi:${stack}::shop::${type}::${name}`;
  // Each run of the engine is a separate process with its own client.
  const settings = {
    "cloudplatform:ambiguityTimeoutSeconds": String(strictness.ambiguityTimeoutSeconds),
    "cloudplatform:stopOnLostResponse": String(strictness.stopOnLostResponse),
    "cloudplatform:pollTimeoutSeconds": String(600 + ++orders),
  };
  const harness: Harness = isNative
    ? new NativeHarness(await plugin(), handler, { url }, urn, settings)
    : new EngineHarness(handler, { url }, urn, settings);
  Object.assign(harness, savedState(stack, urn));
  const write = (isCreating: boolean) => {
    const id = harness.state?.id;
    const name = isNative ? "cloudplatform" : "pulumi-nodejs";
    const provider = { urn: providerUrn(stack, name), type: `pulumi:providers:${name}`, id: "p" };
    const own = id === undefined ? [] : [{ urn, type, id, provider: `${provider.urn}::p` }];
    const pending = isCreating ? [{ urn, inputs: inputs as Properties }] : [];
    backend.write(
      stack,
      [{ ...provider, inputs: { [isNative ? "baseUrl" : "cloudplatform:baseUrl"]: url } }, ...own],
      pending,
    );
  };
  write(harness.state === undefined);
  try {
    await harness.up(inputs);
    return { id: harness.state?.id, failure: undefined };
  } catch (error) {
    return { id: harness.state?.id, failure: error instanceof Error ? error.message : String(error) };
  } finally {
    const { state, halfMade } = harness;
    writeFileSync(stateFile(stack), JSON.stringify({ urn, resource: { state, halfMade } }));
    write(false);
  }
}

process.on("message", (order: Order) => void up(order).then((answer) => process.send?.(answer)));
process.on("disconnect", async () => {
  await (await starting)?.end();
  process.exit();
});
process.send?.("ready");
