import { isDeepStrictEqual } from "node:util";
import type { InputChange } from "../../schema/replacing.ts";
import type { RuleTemplateInputs } from "../../types/cdn.ts";
import { isUnknown } from "../../values/unknown.ts";

type RuleTemplateOptions = NonNullable<RuleTemplateInputs["options"]>;
type Options = Readonly<Record<string, unknown>>;

/** Returns what an update of a rule template destroys: signed links that stop working, and options that requests no longer get. */
export function ruleTemplateLosses({ declared, inputs }: InputChange): string[] {
  const { rule, options: before } = declared as Partial<RuleTemplateInputs>;
  const { options: after } = inputs as Partial<RuleTemplateInputs>;
  if (isUnknown(after))
    return given(before).length === 0 ? [] : [`options of rule ${rule} that are not among the new ones: ${later}`];
  const [old, now] = [{ ...before } as Options, { ...after } as Options];
  const gone = given(old).filter((name) => now[name] === undefined || now[name] === null);
  return [
    ...signingLosses(rule, old.secure_key, now.secure_key),
    ...gone.filter((name) => name !== "secure_key").map((name) => `the option ${name} of rule ${rule}`),
  ];
}

const later = "they are known only during the update";

/** Returns the names of the options that add something to the rule. */
function given(options: object | undefined): string[] {
  return Object.entries(options ?? {}).flatMap(([name, option]) => (option === null ? [] : [name]));
}

/** Links are signed with the key; the type says what the signature covers. */
function signingLosses(rule: unknown, before: unknown, after: unknown): string[] {
  const [old, now] = [signatureOf(before), signatureOf(after)];
  if (old === undefined || isDeepStrictEqual(old, now)) return [];
  if (isUnknown(after) || Object.values({ ...(after as object | null) }).some(isUnknown))
    return [`all links to rule ${rule} that are signed, unless the key stays as it is: ${later}`];
  // Without a key, links need no signature, and signed links work.
  if (now === undefined) return [`the signature that links to rule ${rule} need`];
  return [`all links to rule ${rule} that are signed with the present key`];
}

/** Returns how links are signed; undefined: they are not signed. */
function signatureOf(secureKey: unknown) {
  const { enabled, key, type = 0 } = { ...(secureKey as RuleTemplateOptions["secure_key"]) };
  return enabled === true && key !== undefined && key !== null ? { key, type } : undefined;
}
