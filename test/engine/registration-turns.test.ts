import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { cdn } from "../../provider/index.ts";

/** What the engine is asked to register, and in which turn of the program's event loop. */
interface Registration {
  name: string;
  turn: number;
}

let turn = 0;
let registrations: Registration[] = [];

beforeAll(() => {
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => {
      registrations.push({ name, turn });
      return { id: `${name}-id`, state: inputs };
    },
    call: () => ({}),
  });
});

const soon = setImmediate;
let isOver = false;

beforeEach(() => {
  registrations = [];
  isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) soon(count);
  };
  soon(count);
});

afterEach(() => {
  isOver = true;
  vi.useRealTimers();
});

const make = (name: string, options?: pulumi.CustomResourceOptions) =>
  new cdn.RuleTemplate(name, { rule: `/${name}/.*`, ruleType: 0 }, options);

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

const registered = (resources: pulumi.CustomResource[]) =>
  new Promise((resolve) => pulumi.all(resources.map(({ id }) => id)).apply(resolve));

test("many resources are registered in order, a few in each turn", async () => {
  const begun = turn;
  const all = names("many", 90);
  await registered(all.map((name) => make(name)));
  expect(registrations.map(({ name }) => name)).toEqual(all);
  const perTurn = Map.groupBy(registrations, ({ turn }) => turn - begun);
  expect(perTurn.get(0)?.map(({ name }) => name)).toEqual(all.slice(0, 20));
  for (const [, ofTurn] of perTurn) expect(ofTurn.length).toBeLessThanOrEqual(20);
});

test("a resource that comes later does not overtake those that wait", async () => {
  const first = names("first", 50).map((name) => make(name));
  await new Promise<void>((resolve) => soon(() => resolve()));
  const later = names("later", 30).map((name) => make(name));
  await registered([...first, ...later]);
  expect(registrations.map(({ name }) => name)).toEqual([...names("first", 50), ...names("later", 30)]);
});

test("a parent that waits is registered before its children", async () => {
  const parents = names("parent", 40).map((name) => make(name));
  const children = names("child", 40).map((name, index) =>
    make(name, { parent: parents[39 - index] as cdn.RuleTemplate }),
  );
  await registered([...parents, ...children]);
  const position = (name: string) => registrations.findIndex((registration) => registration.name === name);
  for (let index = 0; index < 40; index++)
    expect(position(`child-${index}`)).toBeGreaterThan(position(`parent-${39 - index}`));
});

test("a program's own unit tests may have fake timers", async () => {
  vi.useFakeTimers();
  await registered(names("fake", 60).map((name) => make(name)));
  expect(registrations).toHaveLength(60);
});
