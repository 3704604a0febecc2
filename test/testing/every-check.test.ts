// In a process of its own: the kit reloads modules, and other test files would get some of them twice.
import * as dynamic from "@cloudplatform/pulumi";
import * as native from "@cloudplatform/pulumi/native";
import type { ResourceName } from "@cloudplatform/pulumi/registry";
import { DeployError, deploy } from "@cloudplatform/pulumi/testing";
import { expect, test } from "vitest";
import { inputsByKey } from "../../provider/pulumi/program/resources/rule-set-arguments.ts";
import { userSchema } from "../../provider/schema/index.ts";
import { kinds } from "../evidence/kinds.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";
import { ways, wrongValue } from "./wrong-inputs.ts";

/**
 * Compares the provider's check failures for inputs that are wrong at every place of their schema with the kit's report on the
 * same program. New constraints in a schema are covered automatically.
 */
const emulator = await platform();

type Class = new (name: string, args: object) => unknown;
const providers = { dynamic, native } as unknown as Record<string, Record<string, Record<string, Class>>>;

const rows = (Object.keys(kinds) as ResourceName[]).flatMap((kind) =>
  Object.keys(providers).flatMap((provider) => ways.map((way) => ({ kind, provider, way }))),
);

test.each(rows)("the kit reports each failure of $kind, $provider, if inputs are $way", async (row) => {
  const { kind, provider, way } = row;
  const { handler } = kinds[kind];
  const wrong = wrongValue(userSchema(handler.schema), way) as Record<string, unknown>;
  const args = kind === "cdn.RuleSet" ? ruleSet(wrong) : { declared: wrong, inputs: wrong };
  const { failures } = await new EngineHarness(handler, emulator).check(args.inputs);
  expect(failures).not.toEqual([]);
  const [area = "", name = ""] = kind.split(".");
  const Resource = providers[provider]?.[area]?.[name];
  if (Resource === undefined) throw new Error(`There is no class ${kind}.`);
  const error = await deploy(() => void new Resource("one", args.declared)).catch((reason) => reason);
  expect(error).toBeInstanceOf(DeployError);
  const { problems, requests } = error as DeployError;
  expect(problems.map(({ property = "" }) => property).sort()).toEqual(failures.map(({ property }) => property).sort());
  for (const { property, reason } of failures)
    expect(problems.filter((one) => one.property === property).map(({ message }) => message)).toContainEqual(
      expect.stringContaining(reason),
    );
  expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
});

/** Returns a program's arguments, with a list of rules, and the equivalent inputs, with rules by key. */
function ruleSet({ rules, order: _order, adopted: _adopted, ...others }: Record<string, unknown>) {
  const declared = { ...others, rules: [{ key: "one", ...(rules as { one?: object } | undefined)?.one }] };
  return { declared, inputs: { ...inputsByKey(declared as never), adopted: undefined } };
}
