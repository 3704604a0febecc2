import { argumentsText, assumptionComment, type ConfigSecret } from "./declaration.ts";
import type { ImportExtension } from "./import-extension.ts";
import { Access, isComponent, type LinksOf, Order } from "./links.ts";
import { allComponents, type Component, type Scope } from "./module-tree.ts";
import type { Named } from "./names.ts";

/** The files of a program, and the secrets that it needs. */
interface ProgramFiles {
  /** Texts by file name. */
  files: Record<string, string>;
  secrets: ConfigSecret[];
  /** Dependencies that the program leaves out, because they would be cycles between components. */
  dropped: { from: Named; target: Named }[];
}

/** Writes the files of a program. */
export function programOf(root: Scope, extension: ImportExtension, links: LinksOf = new Map()): ProgramFiles {
  const order = new Order(links);
  const scopes = [root, ...allComponents(root)];
  const items = new Map(scopes.map((scope) => [scope, order.of(scope)]));
  const writer = new Writer(items, order.links, new Access(root, order.links), extension);
  const files: Record<string, string> = {};
  for (const component of allComponents(root)) files[`${component.file}.ts`] = writer.component(component);
  files["index.ts"] = writer.index(root);
  return { files, secrets: writer.secrets, dropped: order.dropped };
}

type Items = ReadonlyMap<Scope, ReturnType<Order["of"]>>;

class Writer {
  readonly secrets: ConfigSecret[] = [];
  readonly #items: Items;
  readonly #links: LinksOf;
  readonly #access: Access;
  readonly #extension: ImportExtension;

  constructor(items: Items, links: LinksOf, access: Access, extension: ImportExtension) {
    this.#items = items;
    this.#links = links;
    this.#access = access;
    this.#extension = extension;
  }

  index(root: Scope): string {
    const before = this.secrets.length;
    const statements = this.#statements(root, "", ({ constant }, made) => `export const ${constant} = ${made};\n`);
    const sdk = this.secrets.length > before ? 'import { Config } from "@pulumi/pulumi";\n' : "";
    const areas = areasOf(root.objects);
    const config = this.secrets.length > before ? "\nconst config = new Config();\n" : "";
    return `${areaImport(areas)}${sdk}${this.#imports(root)}${config}\n${statements.join(areas.length === 0 ? "" : "\n")}`;
  }

  component(component: Component): string {
    const before = this.secrets.length;
    const { className, type, objects, components } = component;
    const statements = this.#statements(component, "    ", ({ constant }, made) => `    this.${constant} = ${made};\n`);
    const given = this.#access.argumentsOf(component);
    const fields = [
      ...objects.map(({ constant, kind }) => `  readonly ${constant}: ${kind.area}.${kind.type};\n`),
      ...components.map((one) => `  readonly ${one.constant}: ${one.className};\n`),
    ];
    const args = given.map(([name, { kind }]) => `${name}: ${kind.area}.${kind.type}`).join("; ");
    const hasSecrets = this.secrets.length > before;
    const sdk = hasSecrets
      ? "ComponentResource, type ComponentResourceOptions, Config"
      : "ComponentResource, type ComponentResourceOptions";
    return [
      areaImport(areasOf([...objects, ...given.map(([, object]) => object)])),
      `import { ${sdk} } from "@pulumi/pulumi";\n${this.#imports(component)}`,
      `${hasSecrets ? "\nconst config = new Config();\n" : ""}\n`,
      `export class ${className} extends ComponentResource {\n${fields.join("")}\n`,
      `  constructor(name: string, ${args === "" ? "" : `args: { ${args} }, `}options?: ComponentResourceOptions) {\n`,
      `    super("${type}", name, {}, options);\n${statements.join("")}`,
      "    this.registerOutputs();\n  }\n}\n",
    ].join("");
  }

  #imports({ components }: Scope): string {
    const extension = this.#extension;
    return components.map(({ className, file }) => `import { ${className} } from "./${file}${extension}";\n`).join("");
  }

  #statements(scope: Scope, indent: string, statement: (item: Named | Component, made: string) => string): string[] {
    return (this.#items.get(scope) ?? []).map((item) =>
      isComponent(item)
        ? statement(item, this.#newComponent(item, scope, indent !== ""))
        : `${assumptionComment(item, indent)}${statement(item, this.#newObject(item, scope, indent))}`,
    );
  }

  #newComponent(component: Component, scope: Scope, isChild: boolean): string {
    const given = this.#access
      .argumentsOf(component)
      .map(([name, object]) => [name, this.#access.expression(object, scope)] as const)
      .map(([name, expression]) => (name === expression ? name : `${name}: ${expression}`));
    const parts = [JSON.stringify(component.name)];
    if (given.length > 0) parts.push(`{ ${given.join(", ")} }`);
    if (isChild) parts.push("{ parent: this }");
    return `new ${component.className}(${parts.join(", ")})`;
  }

  #newObject(object: Named, scope: Scope, indent: string): string {
    const { references = [], dependsOn = [] } = this.#links.get(object) ?? {};
    const expression = (target: Named) => this.#access.expression(target, scope);
    const written = Object.fromEntries(
      references.map(({ input, target, output }) => [input, `${expression(target)}.${output}`]),
    );
    const options = [
      ...(indent === "" ? [] : ["parent: this"]),
      ...(object.options ?? []).map((name) => `${name}: true`),
      ...(dependsOn.length === 0 ? [] : [`dependsOn: [${dependsOn.map(expression).join(", ")}]`]),
    ];
    const parts = [JSON.stringify(object.name), argumentsText(object, this.secrets, indent, written)];
    if (options.length > 0) parts.push(`{ ${options.join(", ")} }`);
    return `new ${object.kind.area}.${object.kind.type}(${parts.join(", ")})`;
  }
}

function areasOf(objects: readonly Named[]): string[] {
  return [...new Set(objects.map(({ kind }) => kind.area))].sort();
}

function areaImport(areas: readonly string[]): string {
  return areas.length === 0 ? "" : `import { ${areas.join(", ")} } from "@cloudplatform/pulumi";\n`;
}
