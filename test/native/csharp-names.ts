import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Members of the classes of a .NET SDK, by full class name. */
export type Classes = ReadonlyMap<string, ReadonlySet<string>>;

const classLine = /public (?:(?:sealed|static|readonly|partial) )*(?:class|struct) (\w+)/;
const memberLine = /^\s*public (?:static )?[\w<>.,:?[\] ]+ (\w+)\s*(?:\{|=>|$)/;

/** Reads the classes of the generated SDK in a folder. */
export function classesIn(folder: string): Classes {
  const classes = new Map<string, Set<string>>();
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".cs")) continue;
    const text = readFileSync(join(folder, file), "utf8");
    const namespace = /namespace ([\w.]+)/.exec(text)?.[1];
    let members = new Set<string>();
    for (const line of text.split("\n")) {
      const name = classLine.exec(line)?.[1];
      if (name !== undefined) {
        members = classes.get(`${namespace}.${name}`) ?? new Set();
        classes.set(`${namespace}.${name}`, members);
      }
      const member = memberLine.exec(line)?.[1];
      if (member !== undefined) members.add(member);
    }
  }
  return classes;
}

const tokens =
  /new (?<resource>Cloudplatform\.[\w.]+)\("[^"]*", new\(\)|(?<call>Cloudplatform\.[\w.]+)\.Invoke\(new\(\)|new (?<type>Cloudplatform\.[\w.]+)|(?<brace>[{}])|^\s*(?<property>\w+) = |(?<enumeration>Cloudplatform\.\w+\.\w+)\.(?<member>\w+)(?=[,\s])/gm;

/** Returns each member that a program sets or references, with its class. */
export function namesIn(program: string): { type: string; member: string }[] {
  const names: { type: string; member: string }[] = [];
  const open: (string | undefined)[] = [];
  let next: string | undefined;
  for (const { groups = {} } of program.matchAll(tokens)) {
    const { resource, call, type, brace, property, enumeration, member } = groups;
    if (resource !== undefined) next = `${resource}Args`;
    else if (call !== undefined) next = `${call}InvokeArgs`;
    else if (type !== undefined) next = type;
    else if (brace === "{") {
      open.push(next);
      next = undefined;
    } else if (brace === "}") open.pop();
    const at = enumeration ?? open.at(-1);
    const named = member ?? property;
    if (at !== undefined && named !== undefined) names.push({ type: `CloudPlatform.${at}`, member: named });
  }
  return names;
}
