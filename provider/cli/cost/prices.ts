import type { Settings } from "../../client/index.ts";
import { typeToken } from "../../pulumi/formats/type-token.ts";
import { isPricedKind, moneyOf, type Price, type PriceOfCluster } from "../../review/cost/money.ts";
import { Platforms } from "../../review/cost/platform.ts";
import type { EngineStep } from "../../review/model/events.ts";
import type { Money } from "../../review/model/schema.ts";
import type { Properties } from "../../values/properties.ts";
import type { Entry } from "../inventory/inventory.ts";

/**
 * Prices objects with the calculation of a review, as if an update created each of them. The total therefore equals the one that
 * a review of the same resources shows after the change.
 */
export function moneyOfEntries(entries: readonly Entry[], settings: Settings, signal: AbortSignal): Promise<Money> {
  return moneyOf(entries.filter(hasPrice).map(stepOf), priceOfClusters(settings, signal));
}

/** Whether an object exists and may cost something. */
export function hasPrice({ type, status }: Entry): boolean {
  return isPricedKind(type) && status !== "gone";
}

/** Identifies an object in the result of {@link moneyOfEntries}. */
export function moneyKey({ type, id }: Pick<Entry, "type" | "id">): string {
  return `${type} ${id}`;
}

function stepOf(entry: Entry): EngineStep {
  const { type, id, name, resource, live = {} } = entry;
  const [area = "", kind = ""] = type.split(":");
  // Declared inputs, as in a review; the status comes from the platform.
  const inputs = resource === undefined ? live : withoutHidden(resource.inputs);
  const outputs =
    resource === undefined ? live : { ...resource.outputs, ...(live.status !== undefined && { status: live.status }) };
  return {
    ...{ op: "create", urn: moneyKey(entry), name, type: typeToken(area, kind), provider: "" },
    new: { id, custom: true, inputs, outputs },
  };
}

/** Drops hidden properties: an adopted object costs the same as any other. */
function withoutHidden(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !name.startsWith("__")));
}

/** Asks the platform for prices. Equal pools are priced once. */
function priceOfClusters(settings: Settings, signal: AbortSignal): PriceOfCluster {
  const configuration = Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      ["string", "number"].includes(typeof value) ? [[`cloudplatform:${name}`, String(value)]] : [],
    ),
  );
  const platforms = new Platforms({ providers: new Map(), configuration, environment: {}, signal });
  const known = new Map<string, Promise<Price>>();
  return (inputs, provider) => {
    const { projectId, regionId, pools } = inputs;
    const key = JSON.stringify([projectId, regionId, pools]);
    const price = known.get(key) ?? platforms.priceOfCluster(inputs, provider);
    known.set(key, price);
    return price;
  };
}
