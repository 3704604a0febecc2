import { mapSecretValues } from "../../schema/index.ts";
import type { Named } from "./names.ts";

/** A secret that the program reads from its configuration. */
export interface ConfigSecret {
  key: string;
  value: string;
}

/** The program's text, and the secrets that its configuration needs. */
export interface Declaration {
  text: string;
  secrets: ConfigSecret[];
}

/** Marks code within a value to print. */
class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Writes objects as a TypeScript module. Secrets are read from the stack's configuration and never written into the text. */
export function declarationOf(objects: readonly Named[]): Declaration {
  const secrets: ConfigSecret[] = [];
  const statements = objects.map((object) => {
    const { area, type } = object.kind;
    const args = argumentsText(object, secrets);
    return `${assumptionComment(object)}export const ${object.constant} = new ${area}.${type}(${JSON.stringify(object.name)}, ${args});\n`;
  });
  const areas = [...new Set(objects.map((object) => object.kind.area))].sort();
  return { text: moduleText(areas, statements, secrets), secrets };
}

/** Joins statements into a module. */
export function moduleText(
  areas: readonly string[],
  statements: readonly string[],
  secrets: readonly ConfigSecret[],
): string {
  const head = [`import { ${areas.join(", ")} } from "@cloudplatform/pulumi";`];
  if (secrets.length > 0) head.push('import { Config } from "@pulumi/pulumi";', "", "const config = new Config();");
  return `${head.join("\n")}\n\n${statements.join("\n")}`;
}

/**
 * The arguments of a resource as code. Adds the resource's secrets to those of the program.
 * @param expressions Code in place of an input's value, by input name.
 */
export function argumentsText(
  object: Named,
  secrets: ConfigSecret[],
  indent = "",
  expressions: Readonly<Record<string, string>> = {},
): string {
  const { schema } = object.kind.handler;
  const values = Object.fromEntries(Object.entries(object.written).filter(([name]) => !(name in expressions)));
  const args = configSecrets(schema, values, object.constant, secrets) as Record<string, unknown>;
  // Keeps the order of the declaration.
  const all = Object.keys(object.written).map((name) => {
    const expression = expressions[name];
    return [name, expression === undefined ? args[name] : new Code(expression)];
  });
  return printed(Object.fromEntries(all), indent, false);
}

/** A value whose secrets are read from the configuration. The configuration keys begin with `name`. */
export function configSecrets(
  schema: Parameters<typeof mapSecretValues>[0],
  value: unknown,
  name: string,
  secrets: ConfigSecret[],
): unknown {
  return mapSecretValues(schema, value, (secret) => {
    const key = `${name}Secret${secretNumber(secrets, name)}`;
    secrets.push({ key, value: String(secret) });
    return new Code(`config.requireSecret("${key}")`);
  });
}

/** Comments in the program for inputs that the platform does not return. */
export function assumptionComment(object: Named, indent = ""): string {
  const { assumed = {}, withheld } = object.kind.adoption;
  return [
    ...Object.entries(assumed).map(
      ([name, value]) => `The platform does not return ${name}; it is assumed to be ${value}.`,
    ),
    ...(withheld === undefined ? [] : [`${withheld.charAt(0).toUpperCase()}${withheld.slice(1)}`]),
  ]
    .map((text) => `${indent}// ${text}\n`)
    .join("");
}

function secretNumber(secrets: readonly ConfigSecret[], constant: string): string {
  const before = secrets.filter((one) => one.key.startsWith(`${constant}Secret`)).length;
  return before === 0 ? "" : String(before + 1);
}

const width = 100;

/** Prints a value as TypeScript, on one line if it fits. */
export function printed(value: unknown, indent = "", mayBeOneLine = true): string {
  if (value instanceof Code) return value.text;
  if (value === null || typeof value !== "object")
    return typeof value === "bigint" ? `${value}n` : JSON.stringify(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const [open, close, gap] = isList ? ["[", "]", ""] : ["{", "}", " "];
  const parts = isList
    ? value.map((element) => printed(element, deeper))
    : Object.entries(value)
        .filter(([, element]) => element !== undefined)
        .map(([key, element]) => `${keyText(key)}: ${printed(element, deeper)}`);
  if (parts.length === 0) return `${open}${close}`;
  const line = `${open}${gap}${parts.join(", ")}${gap}${close}`;
  // Arguments of a resource are printed one per line, no matter how few.
  if (mayBeOneLine && !line.includes("\n") && indent.length + line.length < width) return line;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close}`;
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
