import type { Properties } from "../../../values/properties.ts";

/** A resource in the state of another tool. */
export interface SourceResource {
  /** Its address in that tool: `module.shop.<type>.images["eu"]`, or a URN. */
  address: string;
  /** Names of the containing modules or components, outermost first. */
  path: string[];
  /** Type without the provider's prefix, as the platform's Terraform provider spells it: `cdn_rule_template`. */
  type: string;
  /** Type in the tool's own spelling, for messages. */
  typeText: string;
  /** Name that the resource keeps in the program: `images-eu`. */
  name: string;
  /** Attributes, with names in the tool's spelling. */
  attributes: Properties;
  /** Addresses of resources of the same state that it depends on, directly or transitively. */
  dependencies: string[];
  /** Options that are true in the state, and that its declaration keeps. */
  options?: string[];
  /** Declared settings other than attributes that are not carried over. */
  notes?: string[];
  /** Why the resource cannot be adopted, whatever its type. */
  problem?: string;
}

/** The state of another tool. */
export interface Source {
  /** The tool's name, for messages. */
  tool: string;
  resources: SourceResource[];
  /** How to remove resources from that tool, once they are in the stack. */
  handover(resources: readonly SourceResource[]): Handover;
}

/**
 * Each command is on a line of its own: not every shell supports comments, and a pasted line after a prompt would be taken as the
 * answer to it.
 */
export interface Handover {
  /** Where to run the commands, for messages. */
  place: string;
  /** What to do first; without a period. */
  first: string[];
  commands: string[];
  /** What to do afterwards; a sentence. */
  last: string;
}

/** What to do with a resource that stays and depends on resources that leave; without a period. */
export function stayingText(address: string, needed: readonly string[]): string {
  return `${address} stays and depends on ${needed.join(", ")}: write out the values that it takes from there`;
}

/** Names of the platform's own provider, for Terraform and for the bridged Pulumi package. */
export const providerNames: readonly string[] = ["gcore", "gcorelabs"];

/** Quotes a text for a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
