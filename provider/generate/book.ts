import { camel, defaultOf, descriptionOf, metadataOf } from "../schema/index.ts";
import { definitionOf, type Schema } from "./layers.ts";
import { partAt, type Root } from "./root.ts";
import type { Alias, Field, Shape, Side } from "./shape.ts";
import { inner, isNullable, specialOf } from "./side.ts";
import { typeText } from "./type-text.ts";
import { objectRules, rulesOf, sentence } from "./words.ts";

/** All shapes and long enumerations, by name. */
export interface Book {
  shapes: Map<string, Shape>;
  aliases: readonly Alias[];
}

/** Writes down the shapes of all roots. */
export function bookOf(roots: readonly Root[], aliases: readonly Alias[]): Book {
  const book: Book = { shapes: new Map(), aliases };
  for (const root of roots) {
    const visit: Visit = { root, book, fieldNames: fieldNamesOf(root.schema, root), visited: new Set() };
    const { name, file, description, schema } = root;
    addShape(visit, { name, file, description }, schema, "", false);
    for (const path of Object.keys(root.parts ?? {}))
      if (!visit.visited.has(path)) throw new Error(`${root.name} has no object at "${path}", which its parts name.`);
  }
  return book;
}

/** One root on its way into the book. */
interface Visit {
  root: Root;
  book: Book;
  /** Wire names of all fields below the root: descriptions that quote them must quote the user's. */
  fieldNames: Set<string>;
  visited: Set<string>;
}

type Heading = Pick<Shape, "name" | "file" | "description">;

function addShape(visit: Visit, heading: Heading, schema: Schema, path: string, verbatimKeys: boolean): void {
  const { root, book } = visit;
  const bare = inner(schema, root.side);
  const keepNames = verbatimKeys || metadataOf(schema).verbatimKeys === true;
  const uses = new Set<string>();
  const known = book.shapes.get(heading.name);
  const shape: Shape = { ...heading, side: root.side, source: root.source, rules: [], fields: [], uses: [] };
  // Before its fields are visited, so that it stands above the shapes that they use.
  if (known === undefined) book.shapes.set(shape.name, shape);
  const fields = Object.entries(definitionOf(bare).shape ?? {}).map(([wire, field]) =>
    fieldOf(visit, keepNames ? wire : camel(wire), field, { path, keepNames, uses }),
  );
  if (known !== undefined && JSON.stringify(known.fields) !== JSON.stringify(fields))
    throw new Error(
      `Two objects of different form are named ${shape.name}; the second is at "${path}" of ${root.name}.`,
    );
  shape.fields = fields;
  shape.uses = [...uses];
  if (root.side === "input") shape.rules = objectRules(bare).map((rule) => userWords(visit, rule, keepNames));
}

interface Place {
  path: string;
  keepNames: boolean;
  uses: Set<string>;
}

function fieldOf(visit: Visit, name: string, schema: Schema, place: Place): Field {
  const { side } = visit.root;
  const path = place.path === "" ? name : `${place.path}.${name}`;
  const description = descriptionOf(schema);
  if (description === undefined) throw new Error(`${visit.root.name}.${path} has no description; give its schema one.`);
  const setting = place.path === "" ? visit.root.fromSettings?.find((each) => each === name) : undefined;
  const keepNames = place.keepNames || metadataOf(schema).verbatimKeys === true;
  const words = (text: string) => userWords(visit, text, keepNames);
  const type = typeOf(visit, schema, { path, uses: place.uses, description: words(description), keepNames });
  return {
    name,
    ...asAnswered(visit.root, path, { type, optional: mayBeAbsent(schema, side) || setting !== undefined }),
    description: words(description),
    rules: rulesOf(schema, side).map(words),
    default:
      setting === undefined ? defaultWords(visit.root, path, schema) : `the setting \`cloudplatform:${setting}\``,
    marks: marksOf(schema, description, visit.root),
    change: metadataOf(schema).changeText,
    isImmutable: metadataOf(schema).immutable === true,
    legacy: metadataOf(schema).deprecated === undefined ? undefined : sentence(metadataOf(schema).deprecated ?? ""),
  };
}

interface TypedPlace extends Place {
  description: string;
}

function typeOf(visit: Visit, schema: Schema, place: TypedPlace): string {
  const use = (name: string) => {
    place.uses.add(name);
    return name;
  };
  const declared = visit.root.types?.[place.path];
  if (declared !== undefined) return `${use(declared)}${isNullable(schema) ? " | null" : ""}`;
  return typeText(schema, visit.root.side, {
    object: (object) => use(addPart(visit, object, place).name),
    alias: (values) => {
      const alias = visit.book.aliases.find((each) => each.values.join() === values.join());
      return alias === undefined ? undefined : use(alias.name);
    },
  });
}

/** On the way in, a field with a default may be absent too. */
function mayBeAbsent(schema: Schema, side: Side): boolean {
  return (side === "input" ? schema._zod.optin : schema._zod.optout) !== undefined;
}

/** What a lookup makes of a field of the answer. */
function asAnswered(
  root: Root,
  path: string,
  field: Pick<Field, "type" | "optional">,
): Pick<Field, "type" | "optional"> {
  const isAlways = root.always?.includes(path) === true;
  if (!isAlways && root.notNull?.includes(path) !== true) return field;
  return { type: field.type.replace(/ \| null$/, ""), optional: field.optional && !isAlways };
}

/** The shape of an object below a field. */
function addPart(visit: Visit, object: Schema, field: TypedPlace): Heading {
  const part = partAt(visit.root, field.path);
  if (part === undefined)
    throw new Error(`Name the object at "${field.path}" of ${visit.root.name} in provider/generate/manifest.`);
  const heading = {
    name: part.name,
    file: part.file ?? visit.root.file,
    description: part.description ?? descriptionOf(object) ?? field.description,
  };
  if (visit.visited.has(field.path)) return heading;
  visit.visited.add(field.path);
  addShape(visit, heading, object, field.path, field.keepNames);
  return heading;
}

function defaultWords(root: Root, path: string, schema: Schema): string | undefined {
  const words = root.defaults?.[path];
  if (words !== undefined) return words === "" ? undefined : words;
  const value = defaultOf(schema);
  return value === undefined ? undefined : `\`${JSON.stringify(value)}\``;
}

function marksOf(schema: Schema, description: string, { isResource = false }: Root): string[] {
  const { serverDefault, writeOnly, secret } = metadataOf(schema);
  const marks = secret === true ? ["Secret"] : [];
  if (!isResource) return marks;
  const saysSo = /platform (fills|takes)/.test(description);
  return [
    ...marks,
    ...(serverDefault === true && !saysSo ? ["The platform fills it in when it is left out"] : []),
    ...(writeOnly === true && !/platform never returns/.test(description)
      ? ["The platform does not return it, so a change made there is not seen"]
      : []),
  ];
}

/** A text that quotes fields by the user's names. */
function userWords(visit: Visit, text: string, keepNames: boolean): string {
  if (keepNames) return text;
  return text.replace(/`(\w+)`/g, (quoted, name: string) =>
    visit.fieldNames.has(name) ? `\`${camel(name)}\`` : quoted,
  );
}

function fieldNamesOf(schema: Schema, root: Root, names = new Set<string>()): Set<string> {
  if (specialOf(schema) !== undefined) return names;
  const bare = inner(schema, root.side);
  const { shape, element, valueType, options } = definitionOf(bare);
  for (const name of Object.keys(shape ?? {})) names.add(name);
  for (const below of [...Object.values(shape ?? {}), element, valueType, ...(options ?? [])])
    if (below !== undefined) fieldNamesOf(below, root, names);
  return names;
}
