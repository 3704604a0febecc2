import type { z } from "zod";
import type { Identity } from "../../pulumi/formats/identity.ts";
import { typeToken } from "../../pulumi/formats/type-token.ts";
import type { InputChange } from "../../schema/replacing.ts";
import type { Properties } from "../../values/properties.ts";

/** Settings that provide an input if the program leaves it out. */
export type InputSetting = "projectId" | "regionId" | "clientId";

/**
 * What a resource is, without its lifecycle: plain data that loads without Pulumi. Handlers, the public class, adoption, policies
 * and the reference read it from here.
 */
export interface ResourceDefinition {
  /** Area in which the class is exported: `cdn`. */
  readonly area: string;
  /** Name of the class, and of the handler in the loader text. It is in every state and must never change. */
  readonly type: string;
  /** Kind of the object, in messages: `CDN rule template`. */
  readonly noun: string;
  /** The inputs that are sent, with their wire names; a rule converts these to the user's spelling. */
  readonly schema: z.ZodObject;
  /** Inputs that only the provider reads, such as `timeouts`. */
  readonly providerInputs?: z.ZodObject;
  /**
   * Inputs that `check` adds for people and policies to see at preview, such as a price. They are shown as outputs, too, and
   * never cause a change alone.
   */
  readonly computedInputs?: readonly string[];
  /** Outputs that are not inputs, or that differ from the input of the same name; with wire names and descriptions. */
  readonly outputs: z.ZodObject;
  /** Output that is the id as a number. */
  readonly numericId?: string;
  /** Inputs that the id is composed of. */
  readonly inId?: readonly string[];
  /** Inputs that a setting provides if they are left out. */
  readonly fromSettings?: readonly InputSetting[];
  /** Inputs by which policies recognize the resource under a foreign type token: no other resource has all of them. */
  readonly identifyingInputs: readonly string[];
  readonly identity: Identity;
  /** Its operations wait for tasks, for as long as the option `customTimeouts` allows. */
  readonly waits?: boolean;
  /** What a change of an immutable input does, for the reference. Default: `replaces`. */
  readonly replacement?: string;
  /** The object always exists: creating sets it and deleting resets it, so a second resource may have the same one. */
  readonly isAlwaysThere?: boolean;
  /**
   * Describes what an update destroys beyond recovery: "pool web with 3 nodes and the data on their disks". Values that a preview does
   * not know count as changes. Absent: an update of this resource destroys nothing.
   */
  readonly losses: ((change: InputChange) => string[]) | undefined;
  /** Describes what is lost when an object is deleted. Undefined: nothing, or the losses of its parts are reported one by one. */
  readonly deletionLosses: ((object: StateObject) => string[]) | undefined;
  readonly adoption: Adoption;
}

/** An object as it is in state. */
export interface StateObject {
  readonly id?: string | undefined;
  readonly inputs?: Properties | undefined;
  readonly outputs?: Properties | undefined;
}

/** How `cloudplatform adopt` turns a live object into a declaration. */
export interface Adoption {
  /** Word on the command line: `rule-template`. */
  readonly word: string;
  /** The id in the option `import` and in `cloudplatform adopt`; absent: only the parts of the resource have ids on the platform. */
  readonly importId?: { readonly form: string; readonly example: string };
  /** Why no declaration of such an object can be written. */
  readonly undeclarable?: string;
  /** Inputs that the platform does not return, with the value assumed for an existing object. */
  readonly assumed?: Readonly<Record<string, unknown>>;
  /** Required inputs that the platform omits if they are empty. */
  readonly absent?: Readonly<Record<string, unknown>>;
  /** A sentence: what an existing object has that no response returns, and what follows for its declaration. */
  readonly withheld?: string;
  /** Brings live inputs into a form that `check` accepts. */
  readonly normalise?: (live: Record<string, unknown>) => Record<string, unknown>;
}

/** Returns the type token of a resource: `pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate`. */
export function tokenOf<Area extends string, Type extends string>({ area, type }: { area: Area; type: Type }) {
  return typeToken(area, type);
}
