import type { Field, Shape } from "../../provider/generate/shape.ts";
import type { TypeModel } from "../../provider/generate/type-model.ts";
import type { ResourceName } from "../../provider/resources/registry.ts";

/** An input that is a map in the schema, but a list of elements with keys in the class. */
interface KeyedList {
  /** Name of the map. */
  input: string;
  /** Name of the input with the order of the keys. */
  order: string;
  /** Inputs that the class computes. */
  found: readonly string[];
  /** Field of an element that follows from its position. */
  derived: string;
  description: string;
  /** Description of the key. */
  key: string;
}

const keyedLists: Partial<Record<ResourceName, KeyedList>> = {
  "cdn.RuleSet": {
    input: "rules",
    order: "order",
    found: ["adopted"],
    derived: "weight",
    description: "The rules in order: weights ascend from the first to the last.",
    key: "Name of the rule in the set: letters, digits, `.`, `_` and `-`. A rule with a new key is a new rule.",
  },
};

/** The types in the form that the class of a resource takes. */
export function asClassTakes(model: TypeModel, name: string, inputsName: string): TypeModel {
  const list = keyedLists[name as ResourceName];
  const inputs = model.shapes.get(inputsName);
  if (list === undefined || inputs === undefined) return model;
  const map = inputs.fields.find((field) => field.name === list.input);
  const elementName = /^Record<string, (\w+)>$/.exec(map?.type ?? "")?.[1] ?? "";
  const element = model.shapes.get(elementName);
  if (element === undefined) throw new Error(`${name} has no map ${list.input} of objects.`);
  const fields = inputs.fields
    .filter(({ name }) => name !== list.order && !list.found.includes(name))
    .map((field) => (field === map ? { ...field, type: `${elementName}[]`, description: list.description } : field));
  return {
    ...model,
    shapes: new Map([...model.shapes, [inputsName, { ...inputs, fields }], [elementName, withKey(element, list)]]),
  };
}

function withKey(element: Shape, { derived, key }: KeyedList): Shape {
  const field: Field = {
    ...{ name: "key", type: "string", optional: false, description: key, rules: [], default: undefined, notes: [] },
    ...{ deprecated: undefined, change: undefined, isImmutable: false },
  };
  return { ...element, fields: [field, ...element.fields.filter(({ name }) => name !== derived)] };
}

/** Describes what other languages have instead of the list. */
export function otherLanguagesText(name: string): string {
  const list = keyedLists[name as ResourceName];
  if (list === undefined) return "";
  return `In other languages \`${list.input}\` is a map from key to rule, and \`${list.order}\` lists the keys in their order.`;
}

/** The outputs of the class. If the class takes its inputs in another form, they are not among its outputs. */
export function outputsOfClass(name: string, inputs: Shape, outputs: readonly Field[]): readonly Field[] {
  if (keyedLists[name as ResourceName] === undefined) return outputs;
  return outputs.filter((output) => !inputs.fields.some((input) => input.name === output.name));
}
