import { z } from "zod";
import { isObject } from "../model/engine-values.ts";
import { ReviewError } from "../model/errors.ts";
import type { EngineStep, Side } from "../model/events.ts";
import { nameOfStep, ownKind } from "../model/kinds.ts";
import { readUserText } from "../model/user-file.ts";

const schema = z.record(z.string(), z.record(z.string(), z.int().min(0)));

/** Expected nodes by name of the cluster resource and of its pool: `{ "web": { "general": 5 } }`. */
export type Usage = z.output<typeof schema>;

/** Reads the file of `--usage`. */
export async function readUsage(file: string): Promise<Usage> {
  const text = await readUserText("The expected usage", file);
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join(".") || "it"}: ${issue?.message}`);
  } catch (error) {
    throw new ReviewError(
      `The expected usage could not be read from "${file}": ${error instanceof Error ? error.message : String(error)}. It must be JSON such as {"web": {"general": 5}}: nodes by cluster and pool.`,
      "CP4005",
    );
  }
}

/** The steps with the expected number of nodes in place of each pool's minimum, clamped to the pool's bounds. */
export function atUsage(steps: readonly EngineStep[], usage: Usage): EngineStep[] {
  return steps.map((step) => {
    const nodes = usage[nameOfStep(step)];
    if (nodes === undefined || ownKind(step.type) !== "kubernetes:Cluster") return step;
    return { ...step, old: sideAt(step.old, nodes), new: sideAt(step.new, nodes) };
  });
}

function sideAt(side: Side | null | undefined, nodes: Usage[string]): Side | null | undefined {
  const pools = side?.inputs?.pools;
  if (!side || !Array.isArray(pools)) return side;
  return { ...side, inputs: { ...side.inputs, pools: pools.map((pool) => poolAt(pool, nodes)) } };
}

function poolAt(pool: unknown, nodes: Usage[string]): unknown {
  if (!isObject(pool) || typeof pool.name !== "string") return pool;
  const expected = Object.hasOwn(nodes, pool.name) ? nodes[pool.name] : undefined;
  const { minNodeCount: min, maxNodeCount: max } = pool;
  if (expected === undefined || typeof min !== "number" || typeof max !== "number") return pool;
  return { ...pool, minNodeCount: Math.min(Math.max(expected, min), max) };
}
