import type { Properties } from "../../../values/properties.ts";

/** A resource as the state of another tool has it. */
export interface SourceResource {
  /** What that tool calls it: `module.shop.<type>.images["eu"]`, or a URN. */
  address: string;
  /** Names of the modules or components that it is in, the outermost first. */
  path: string[];
  /** Type without the provider's prefix, as the platform's Terraform provider spells it: `cdn_rule_template`. */
  type: string;
  /** Its type in the tool's own spelling, for texts. */
  typeText: string;
  /** Name that it keeps in the program: `images-eu`. */
  name: string;
  /** Names of attributes in the tool's spelling. */
  attributes: Properties;
  /** Addresses of the resources of the same state that it depends on, transitively or not. */
  dependencies: string[];
  /** Options of the resource that are true, and that its declaration keeps. */
  options?: string[];
  /** What is declared of it beside its attributes, and is not carried over. */
  notes?: string[];
  /** Why it cannot be adopted, whatever its type. */
  problem?: string;
}

/** The state of another tool. */
export interface Source {
  /** The tool's name, for texts. */
  tool: string;
  resources: SourceResource[];
  /** How resources leave that tool's hands, once they are in the stack. */
  handover(resources: readonly SourceResource[]): Handover;
}

/** Commands stand alone in their lines: not every shell has comments, and what is pasted behind a question answers it. */
export interface Handover {
  /** Where the commands run, for texts. */
  place: string;
  /** What must be done first; without a period. */
  first: string[];
  commands: string[];
  /** What is left to do afterwards; a sentence. */
  last: string;
}

/** What must be done with what stays behind, and needs what leaves; without a period. */
export function stayingText(address: string, needed: readonly string[]): string {
  return `${address} stays and depends on ${needed.join(", ")}: write out the values that it takes from there`;
}

/** Names of the platform's own provider, for Terraform and for the Pulumi package that is bridged from it. */
export const providerNames: readonly string[] = ["gcore", "gcorelabs"];

/** A text in single quotes for a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
