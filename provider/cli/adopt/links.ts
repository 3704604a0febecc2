import type { Component, Scope } from "./module-tree.ts";
import type { Named } from "./names.ts";

/** A value of an object that is an output of another object. */
export interface Reference {
  /** Top-level input of the declaration. */
  input: string;
  target: Named;
  /** Output of the target. */
  output: string;
}

/** How an object depends on other objects of the program. */
export interface Links {
  references: Reference[];
  /** Dependencies that no value shows. */
  dependsOn: Named[];
}

export type LinksOf = ReadonlyMap<Named, Links>;

/** The objects that an object depends on. */
function targetsOf({ references, dependsOn }: Links): Named[] {
  return [...new Set([...references.map(({ target }) => target), ...dependsOn])];
}

type Item = Named | Component;

/** Sorts objects and components of a scope so that dependencies come first. */
export class Order {
  readonly #links: Map<Named, Links>;
  /** Dropped links: modules may depend on each other, components may not. */
  readonly dropped: { from: Named; target: Named }[] = [];

  constructor(links: LinksOf) {
    this.#links = new Map(links);
  }

  /** The remaining links. */
  get links(): LinksOf {
    return this.#links;
  }

  of(scope: Scope): Item[] {
    const items: Item[] = [...scope.objects, ...scope.components];
    const itemOf = new Map(items.flatMap((item) => objectsIn(item).map((object) => [object, item] as const)));
    const done = new Set<Item>();
    const open = new Set<Item>();
    const visit = (item: Item) => {
      if (done.has(item)) return;
      open.add(item);
      for (const from of objectsIn(item))
        for (const target of targetsOf(this.#links.get(from) ?? noLinks)) {
          const other = itemOf.get(target);
          if (other === undefined || other === item) continue;
          if (open.has(other)) this.#drop(from, target);
          else visit(other);
        }
      open.delete(item);
      done.add(item);
    };
    for (const item of items) visit(item);
    return [...done];
  }

  #drop(from: Named, target: Named): void {
    const { references, dependsOn } = this.#links.get(from) ?? noLinks;
    this.#links.set(from, {
      references: references.filter((one) => one.target !== target),
      dependsOn: dependsOn.filter((one) => one !== target),
    });
    this.dropped.push({ from, target });
  }
}

const noLinks: Links = { references: [], dependsOn: [] };

export function isComponent(item: Item): item is Component {
  return "className" in item;
}

function objectsIn(item: Item): Named[] {
  return isComponent(item) ? [...item.objects, ...item.components.flatMap(objectsIn)] : [item];
}

/** How code in one scope refers to objects of other scopes. */
export class Access {
  readonly #parents = new Map<Scope, Scope>();
  readonly #homes = new Map<Named, Scope>();
  /** Objects passed to each component's constructor, with the name of the argument. */
  readonly #needs = new Map<Scope, Map<Named, string>>();
  readonly #root: Scope;

  constructor(root: Scope, links: LinksOf) {
    this.#root = root;
    this.#enter(root);
    for (const [from, own] of links) for (const target of targetsOf(own)) this.#need(this.#homes.get(from), target);
  }

  /** Objects passed to a component, by argument name. */
  argumentsOf(scope: Scope): [name: string, object: Named][] {
    return [...(this.#needs.get(scope) ?? [])].map(([object, name]) => [name, object]);
  }

  /** An expression for an object, as seen from code in a scope. */
  expression(target: Named, scope: Scope): string {
    const given = this.#needs.get(scope)?.get(target);
    if (given !== undefined) return `args.${given}`;
    const path = [target.constant];
    for (let home = this.#homes.get(target); home !== undefined && home !== scope; home = this.#parents.get(home))
      path.unshift((home as Component).constant);
    return [...(scope === this.#root ? [] : ["this"]), ...path].join(".");
  }

  #enter(scope: Scope): void {
    for (const object of scope.objects) this.#homes.set(object, scope);
    for (const one of scope.components) {
      this.#parents.set(one, scope);
      this.#enter(one);
    }
  }

  /** Every component between an object and its user passes the object on. */
  #need(from: Scope | undefined, target: Named): void {
    const homes = new Set<Scope>();
    for (let home = this.#homes.get(target); home !== undefined; home = this.#parents.get(home)) homes.add(home);
    for (let scope = from; scope !== undefined && !homes.has(scope); scope = this.#parents.get(scope)) {
      const needs = this.#needs.get(scope) ?? new Map<Named, string>();
      this.#needs.set(scope, needs);
      if (needs.has(target)) continue;
      let name = target.constant;
      while ([...needs.values()].includes(name)) name = `${name}_`;
      needs.set(target, name);
    }
  }
}
