import { camel, defaultOf, descriptionOf, metadataOf } from "../schema/index.ts";
import { constraintsOf, objectConstraints, sentence } from "./constraint-text.ts";
import { convertedTypeOf, inner, isNullable } from "./direction.ts";
import type { Root } from "./root.ts";
import { namedType } from "./roots.ts";
import type { Direction, EnumAlias, Field, Shape } from "./shape.ts";
import { typeText } from "./type-text.ts";
import { definitionOf, type Schema } from "./zod-def.ts";

/** All interfaces and named enums, by name. */
export interface TypeModel {
  shapes: Map<string, Shape>;
  aliases: readonly EnumAlias[];
}

/** Builds the interfaces of all roots. */
export function buildTypeModel(roots: readonly Root[], aliases: readonly EnumAlias[]): TypeModel {
  const model: TypeModel = { shapes: new Map(), aliases };
  for (const root of roots) {
    const context: Context = { root, model, fieldNames: fieldNamesOf(root.schema, root), visited: new Set() };
    const { name, file, description, source, schema } = root;
    addType(context, { name, file, description, source }, schema, "", false);
  }
  return model;
}

/** The root for which interfaces are being built. */
interface Context {
  root: Root;
  model: TypeModel;
  /** Wire names of all fields below the root: descriptions must quote them in the user's spelling. */
  fieldNames: Set<string>;
  visited: Set<string>;
}

type Heading = Pick<Shape, "name" | "file" | "description" | "source">;

function addType(context: Context, heading: Heading, schema: Schema, path: string, verbatimKeys: boolean): void {
  const { root, model } = context;
  const bare = inner(schema, root.direction);
  const keepNames = verbatimKeys || metadataOf(schema).verbatimKeys === true;
  const uses = new Set<string>();
  const known = model.shapes.get(heading.name);
  const shape: Shape = { ...heading, direction: root.direction, rules: [], fields: [], uses: [] };
  // Registered before its fields, so that it precedes the interfaces that they use.
  if (known === undefined) model.shapes.set(shape.name, shape);
  const fields = Object.entries(definitionOf(bare).shape ?? {}).map(([wire, field]) =>
    fieldOf(context, keepNames ? wire : camel(wire), field, { path, keepNames, uses }),
  );
  if (root.inputs !== undefined && path === "") addInputs(fields, uses, model.shapes.get(root.inputs));
  if (known !== undefined && JSON.stringify(known.fields) !== JSON.stringify(fields))
    throw new Error(`Two different objects are named ${shape.name}; the second is at "${path}" of ${root.name}.`);
  shape.fields = fields;
  shape.uses = [...uses];
  if (root.direction === "input")
    shape.rules = objectConstraints(bare).map((rule) => withUserNames(context, rule, keepNames));
}

/** Adds the inputs of a resource to its outputs, as they are on the platform, defaults included. */
function addInputs(fields: Field[], uses: Set<string>, inputs: Shape | undefined): void {
  const own = new Map(fields.map((field) => [field.name, field]));
  const shown = (inputs?.fields ?? []).map((input): Field => {
    const field = own.get(input.name);
    own.delete(input.name);
    if (field !== undefined) return field;
    const optional = input.optional && input.default === undefined;
    return {
      ...input,
      optional,
      rules: [],
      default: undefined,
      notes: input.notes.filter((note) => note === "Secret"),
    };
  });
  for (const field of own.values()) field.notes.push("Read-only");
  fields.splice(0, fields.length, ...shown, ...own.values());
  const named = new Set(fields.flatMap(({ type }) => type.match(/\w+/g) ?? []));
  for (const name of inputs?.uses ?? []) if (named.has(name)) uses.add(name);
}

interface FieldContext {
  path: string;
  keepNames: boolean;
  uses: Set<string>;
}

function fieldOf(context: Context, name: string, schema: Schema, field: FieldContext): Field {
  const { direction } = context.root;
  const path = field.path === "" ? name : `${field.path}.${name}`;
  const description = descriptionOf(schema);
  if (description === undefined)
    throw new Error(`${context.root.name}.${path} has no description; give its schema one.`);
  const setting = field.path === "" ? context.root.fromSettings?.find((each) => each === name) : undefined;
  const keepNames = field.keepNames || metadataOf(schema).verbatimKeys === true;
  const text = (wire: string) => withUserNames(context, wire, keepNames);
  const type = typeOf(context, schema, { path, uses: field.uses, description: text(description), keepNames });
  return {
    name,
    ...asReturned(context.root, path, { type, optional: isOptionalIn(schema, direction) || setting !== undefined }),
    description: text(description),
    rules: constraintsOf(schema, direction).map(text),
    default:
      setting === undefined ? defaultText(context.root, path, schema) : `the setting \`cloudplatform:${setting}\``,
    notes: notesOf(schema, description, context.root),
    change: metadataOf(schema).changeText,
    isImmutable: metadataOf(schema).immutable === true,
    deprecated: metadataOf(schema).deprecated === undefined ? undefined : sentence(metadataOf(schema).deprecated ?? ""),
  };
}

interface TypedFieldContext extends FieldContext {
  description: string;
}

function typeOf(context: Context, schema: Schema, field: TypedFieldContext): string {
  const use = (name: string) => {
    field.uses.add(name);
    return name;
  };
  // A schema that accepts any object may be registered under the interface of its usual objects.
  const bare = convertedTypeOf(schema) === undefined ? inner(schema, context.root.direction) : undefined;
  const declared = bare === undefined || definitionOf(bare).type === "object" ? undefined : namedType(bare);
  if (declared !== undefined) return `${use(declared.name)}${isNullable(schema) ? " | null" : ""}`;
  return typeText(schema, context.root.direction, {
    object: (object) => use(addNested(context, object, field).name),
    alias: (values) => {
      const alias = context.model.aliases.find((each) => each.values.join() === values.join());
      return alias === undefined ? undefined : use(alias.name);
    },
  });
}

/** In requests, a field with a default is optional, too. */
function isOptionalIn(schema: Schema, direction: Direction): boolean {
  return (direction === "input" ? schema._zod.optin : schema._zod.optout) !== undefined;
}

/** The type of a response's field, as a lookup returns it. */
function asReturned(
  root: Root,
  path: string,
  field: Pick<Field, "type" | "optional">,
): Pick<Field, "type" | "optional"> {
  const isAlways = root.always?.includes(path) === true;
  if (!isAlways && root.notNull?.includes(path) !== true) return field;
  return { type: field.type.replace(/ \| null$/, ""), optional: field.optional && !isAlways };
}

/** Adds the interface of an object below a field. */
function addNested(context: Context, object: Schema, field: TypedFieldContext): Heading {
  const { root, visited } = context;
  const named = namedType(object);
  if (named === undefined)
    throw new Error(`Register a name in typeNames for the object at "${field.path}" of ${root.name}.`);
  const { name, file, description = descriptionOf(object) ?? field.description, source = root.source } = named;
  const heading = { name, file, description, source };
  const place = `${field.path}: ${name}`;
  if (visited.has(place)) return heading;
  visited.add(place);
  addType(context, heading, object, field.path, field.keepNames);
  return heading;
}

function defaultText(root: Root, path: string, schema: Schema): string | undefined {
  const described = root.defaults?.[path];
  if (described !== undefined) return described === "" ? undefined : described;
  const value = defaultOf(schema);
  return value === undefined ? undefined : `\`${JSON.stringify(value)}\``;
}

function notesOf(schema: Schema, description: string, { isResource = false }: Root): string[] {
  const { serverDefault, writeOnly, secret } = metadataOf(schema);
  const notes = secret === true ? ["Secret"] : [];
  if (!isResource) return notes;
  const saysSo = /platform (sets|uses)/.test(description);
  const omitted =
    defaultOf(schema) === undefined
      ? "The platform sets it when it is omitted"
      : "The platform may set another value when it is omitted";
  return [
    ...notes,
    ...(serverDefault === true && !saysSo ? [omitted] : []),
    ...(writeOnly === true && !/platform never returns/.test(description)
      ? ["Write-only: the platform does not return it, so drift is not detected"]
      : []),
  ];
}

/** Replaces quoted wire names of fields with the user's names. */
function withUserNames(context: Context, text: string, keepNames: boolean): string {
  if (keepNames) return text;
  return text.replace(/`(\w+)`/g, (quoted, name: string) =>
    context.fieldNames.has(name) ? `\`${camel(name)}\`` : quoted,
  );
}

function fieldNamesOf(schema: Schema, root: Root, names = new Set<string>()): Set<string> {
  if (convertedTypeOf(schema) !== undefined) return names;
  const bare = inner(schema, root.direction);
  const { shape, element, valueType, options } = definitionOf(bare);
  for (const name of Object.keys(shape ?? {})) names.add(name);
  for (const below of [...Object.values(shape ?? {}), element, valueType, ...(options ?? [])])
    if (below !== undefined) fieldNamesOf(below, root, names);
  return names;
}
