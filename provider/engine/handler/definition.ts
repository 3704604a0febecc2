import type { z } from "zod";
import type { Identity } from "../../pulumi/formats/identity.ts";
import { typeToken } from "../../pulumi/formats/type-token.ts";
import type { InputChange } from "../../schema/replacing.ts";
import type { Properties } from "../../values/properties.ts";

/** Settings that an input takes its value from when it is left out. */
export type InputSetting = "projectId" | "regionId" | "clientId";

/**
 * What a resource is, without its lifecycle: plain data, loaded without Pulumi. Handlers, the public class, adoption,
 * policies and the reference read it from here.
 */
export interface ResourceDefinition {
  /** Area, in which the class is exported: `cdn`. */
  readonly area: string;
  /** Name of the class, and of the handler in the loader text: it is in every state and must never change. */
  readonly type: string;
  /** Kind of the object, in messages: `CDN rule template`. */
  readonly noun: string;
  /** The inputs that are sent, on the wire; names are turned into the user's spelling by rule. */
  readonly schema: z.ZodObject;
  /** Inputs that only the provider reads, such as `timeouts`. */
  readonly providerInputs?: z.ZodObject;
  /**
   * Inputs that `check` adds for people and policies to see at preview, such as a price. They show as outputs too, and
   * never cause a change alone.
   */
  readonly computedInputs?: readonly string[];
  /** Outputs that are no inputs, or show something else than the input of their name; on the wire, with their descriptions. */
  readonly outputs: z.ZodObject;
  /** Output that is the id as a number. */
  readonly numericId?: string;
  /** Inputs that the id is composed of. */
  readonly inId?: readonly string[];
  /** Inputs that a setting fills in when they are left out. */
  readonly fromSettings?: readonly InputSetting[];
  /** Inputs by which policies recognize the resource under a foreign type token: no other resource has all of them. */
  readonly identifyingInputs: readonly string[];
  readonly identity: Identity;
  /** Its operations wait for tasks, as long as the option `customTimeouts` says. */
  readonly waits?: boolean;
  /** What a change of an immutable input does, for the reference. Default: `replaces`. */
  readonly replacement?: string;
  /** The object is there always: creating sets it, and deleting resets it, so that a second resource may have the same one. */
  readonly isAlwaysThere?: boolean;
  /**
   * What an update destroys that cannot be restored, in words: "pool web with 3 nodes and their local data". What a preview
   * does not know counts as a change. Absent: an update of this resource destroys nothing.
   */
  readonly losses: ((change: InputChange) => string[]) | undefined;
  /** What is lost with an object that is deleted, in words. Undefined: nothing, or what else the resource declares is lost one by one. */
  readonly deletionLosses: ((object: StateObject) => string[]) | undefined;
  readonly adoption: Adoption;
}

/** An object as state has it. */
export interface StateObject {
  readonly id?: string | undefined;
  readonly inputs?: Properties | undefined;
  readonly outputs?: Properties | undefined;
}

/** How `cloudplatform adopt` turns a live object into a declaration. */
export interface Adoption {
  /** The word of the command line: `rule-template`. */
  readonly word: string;
  /** The id that the option `import` and `cloudplatform adopt` take; absent: only its parts have ids on the platform. */
  readonly importId?: { readonly form: string; readonly example: string };
  /** Why no declaration of such an object can be written. */
  readonly undeclarable?: string;
  /** Inputs that the platform does not return, with the value that is assumed of an existing object. */
  readonly assumed?: Readonly<Record<string, unknown>>;
  /** Required inputs that the platform leaves out where they are empty. */
  readonly absent?: Readonly<Record<string, unknown>>;
  /** What an existing object has that no response returns, and what follows for its declaration: a sentence. */
  readonly withheld?: string;
  /** Brings live inputs into a form that `check` accepts. */
  readonly normalise?: (live: Record<string, unknown>) => Record<string, unknown>;
}

/** The type token of a resource: `pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate`. */
export function tokenOf<Area extends string, Type extends string>({ area, type }: { area: Area; type: Type }) {
  return typeToken(area, type);
}
