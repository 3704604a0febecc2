import { constantOf, type Named } from "./names.ts";

/** A component of the generated program: an area of an account, or a module of another tool. */
export interface Component extends Scope {
  /** Resource name of the component. */
  name: string;
  /** Name of the property or constant that refers to the component. */
  constant: string;
  className: string;
  /** Type token of the component. */
  type: string;
  /** File name, without extension. */
  file: string;
}

/** Where objects are declared: the program itself, or a component. */
export interface Scope {
  objects: Named[];
  components: Component[];
}

/** Members of every component, which a field of an object must not shadow. */
const componentMembers = ["urn", "constructor", "initialize", "getData", "getProvider", "registerOutputs"];

/** Names that the program's files import. */
const imported = ["ComponentResource", "ComponentResourceOptions", "Config", "index"];

/** Constant names that are reserved in a scope of a program with these areas. */
export function takenConstants(areas: readonly string[]): string[] {
  return [...areas, ...componentMembers, "args", "options", "name"];
}

/** One component for each area of the objects. */
export function componentsByArea(objects: readonly Named[]): Component[] {
  const areas = [...new Set(objects.map((object) => object.kind.area))].sort();
  return areas.map((area) => {
    const className = capitalized(area);
    return {
      ...{ name: area, constant: area, className, type: `account:index:${className}`, file: area },
      objects: objects.filter((object) => object.kind.area === area),
      components: [],
    };
  });
}

/** An object, and the names of the components that contain it. */
export interface Placed {
  path: readonly string[];
  object: Omit<Named, "constant">;
}

/**
 * Arranges objects in components that correspond to the other tool's modules. Names are kept; constant names are derived from
 * them.
 */
export function treeOf(placed: readonly Placed[]): Scope {
  const areas = [...new Set(placed.map(({ object }) => object.kind.area))];
  const root: Scope = { objects: [], components: [] };
  const taken = new Map<Scope, Set<string>>([[root, new Set(takenConstants(areas))]]);
  const classes = new Set([...imported, ...areas.map(capitalized)]);
  const takenIn = (scope: Scope) => {
    const names = taken.get(scope) ?? new Set(takenConstants(areas));
    taken.set(scope, names);
    return names;
  };
  const scopeAt = (path: readonly string[]): Scope =>
    path.reduce<Scope>((scope, name, index) => {
      const found = scope.components.find((one) => one.name === name);
      if (found !== undefined) return found;
      const className = classOf(path.slice(0, index + 1), classes);
      const constant = constantOf(name, takenIn(scope));
      const file = className.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();
      const made = { name, constant, className, type: `module:index:${className}`, file, objects: [], components: [] };
      scope.components.push(made);
      return made;
    }, root);
  for (const { path, object } of placed) {
    const scope = scopeAt(path);
    const isTaken = scope.objects.some(({ kind, name }) => kind.type === object.kind.type && name === object.name);
    const name = isTaken ? `${object.name}-${object.id.replaceAll("/", "-")}` : object.name;
    const names = takenIn(scope);
    const isFree = !names.has(constantOf(name, new Set()));
    const constant = constantOf(isFree ? name : `${name}-${object.kind.adoption.word}`, names);
    scope.objects.push({ ...object, name, constant });
  }
  return root;
}

/** All components below a scope, each after its containing components. */
export function allComponents({ components }: Scope): Component[] {
  return components.flatMap((one) => [one, ...allComponents(one)]);
}

/** All objects of a scope and of its components. */
export function allObjects(scope: Scope): Named[] {
  return [scope, ...allComponents(scope)].flatMap(({ objects }) => objects);
}

function classOf(path: readonly string[], classes: Set<string>): string {
  const words = path.map(wordsOf).reduce((outer, own) => (beginsWith(own, outer) ? own : outer.concat(own)), []);
  let className =
    words
      .map(capitalized)
      .join("")
      .replace(/^(?=\d)/, "_") || "Module";
  while (classes.has(className)) className = `${className}Module`;
  classes.add(className);
  return className;
}

function wordsOf(name: string): string[] {
  return name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
}

/** In Pulumi, the name of a component often begins with the name of its parent. */
function beginsWith(own: readonly string[], outer: readonly string[]): boolean {
  return own.length > outer.length && outer.every((word, index) => word === own[index]);
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
