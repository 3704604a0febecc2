import { limits } from "@cloudplatform/pulumi/api";
import type { Platform } from "../../emulator/platform.ts";
import { type Kind, minThreshold } from "./kinds.ts";
import { isPathOfSet, variantOfPath } from "./rule-sets.ts";

/** An object on the platform. */
export interface Live {
  /** Distinguishes it from every other object, including a later one of the same name: `cluster:<uuid>`. */
  key: string;
  kind: Kind;
  /** Its id in messages and in the option `import`. */
  id: string;
  name: string;
  variant: number;
  /** What the programs of the campaigns declare: name and variant. */
  shape: string;
  /** Whether it has the path of a rule of a set. */
  isOfSet: boolean;
  /** Everything that a client can set. */
  print: string;
  /**
   * Settings that no program of the campaigns declares, but that a person may have changed. An update removes them after a
   * preview has shown it.
   */
  rest: string;
}

export const shapeOf = ({ name, variant }: { name: string; variant: number }) => `${name}#${variant}`;

/** All objects on the platform now, by key. */
export function liveObjects(platform: Platform): Map<string, Live> {
  const { store, timers } = platform;
  timers.runDue();
  const found: Live[] = [];
  const add = (
    kind: Kind,
    own: string,
    { id = own, name, variant, isOfSet = false }: Named,
    print: unknown,
    rest: unknown = null,
  ) =>
    found.push({
      key: `${kind}:${own}`,
      kind,
      id,
      name,
      variant,
      shape: shapeOf({ name, variant }),
      isOfSet,
      print: JSON.stringify(print),
      rest: JSON.stringify(rest),
    });
  for (const rule of store.ruleTemplates.all())
    if (rule.deleted !== true) {
      const named = { name: rule.name ?? "", variant: variantIn("rule", rule), isOfSet: isPathOfSet(rule.rule) };
      add("rule", String(rule.id), named, rule, rule.options);
    }
  for (const app of store.appTemplates.all())
    add("app", String(app.id), { name: app.name, variant: numberIn(app.short_descr) }, app, app.long_descr);
  for (const one of store.secrets.all()) {
    const print = [one.name, one.comment, one.secret_slots];
    add("secret", String(one.id), { name: one.name, variant: numberIn(one.comment) }, print);
  }
  for (const one of store.reservations.all()) {
    const bought = one.resources?.map(({ resource_name, resource_count }) => ({ resource_name, resource_count }));
    add("reservation", String(one.id), { name: one.name ?? "", variant: 0 }, [one.name, one.region_id, bought]);
  }
  for (const one of store.clusters.all()) {
    const pools = one.pools.map(({ name, flavor_id, min_node_count, max_node_count, labels }) => ({
      ...{ name, flavor_id, min_node_count, max_node_count, labels },
    }));
    const id = `${one.project_id}/${one.region_id}/${one.name}`;
    const variant = numberIn(one.pools[0]?.labels?.tier);
    add("cluster", one.id, { id, name: one.name, variant }, [one.name, one.version, one.keypair, pools]);
  }
  // A client always has a threshold. It counts as an object if it is not the default.
  for (const { client_id, threshold } of store.thresholds.all())
    if (threshold !== limits.quotas.notificationThreshold.default)
      add("threshold", String(client_id), { name: String(client_id), variant: threshold - minThreshold }, threshold);
  return new Map(found.map((live) => [live.key, live]));
}

interface Named {
  id?: string;
  name: string;
  variant: number;
  isOfSet?: boolean;
}

/** The variant that the inputs of a resource in state stand for. */
export function variantIn(kind: Kind, inputs: Readonly<Record<string, unknown>>): number {
  const { rule, weight, shortDescr, comment, pools, threshold } = inputs;
  const [pool] = (pools ?? []) as { labels?: { tier?: unknown } }[];
  if (kind === "rule") return variantOfPath(rule) ?? Number(weight ?? 0) - 10;
  if (kind === "app") return numberIn(shortDescr);
  if (kind === "secret") return numberIn(comment);
  if (kind === "threshold") return Number(threshold) - minThreshold;
  return kind === "cluster" ? numberIn(pool?.labels?.tier) : 0;
}

function numberIn(text: unknown): number {
  return Number(/\d+/.exec(String(text ?? ""))?.[0] ?? 0);
}
