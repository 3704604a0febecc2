import type { Emulator } from "@cloudplatform/emulator";
import type fc from "fast-check";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import type { Properties } from "../../provider/values/properties.ts";

/** A record of the platform, which a test changes outside the API. */
export type Stored = Record<string, unknown>;

/** A change made outside the stack. */
export interface Drift {
  /** Input that the drift affects: `pools.general.labels`. */
  path: string;
  apply(record: Stored): Stored;
}

/** What a walk needs to know about a resource. */
export interface Subject {
  readonly handler: AnyHandler;
  /** Inputs that the contract accepts. */
  readonly inputs: fc.Arbitrary<Properties>;
  /** Changes the seed data so that the object does not exist. */
  prepare?(platform: Emulator["platform"]): void;
  /** Returns the record of an object. */
  find(platform: Emulator["platform"], id: string): Stored | undefined;
  put(platform: Emulator["platform"], id: string, record: Stored): void;
  /** Returns the inputs with one in-place change, and the requests that may be sent for it. */
  change(inputs: Properties): { inputs: Properties; sends: RegExp[] };
  /** Returns changes made outside the stack. A refresh must show each, and the next `up` must correct it in place. */
  drifts(record: Stored, inputs: Properties): Drift[];
  /** Drift cannot be corrected in place; the next preview reports that instead. */
  readonly isFixed?: boolean;
  /** Returns the inputs with which the object is adopted. */
  adopted?(inputs: Properties, record: Stored): Properties;
  /** Returns the object's ids, which must not change while drift is corrected. */
  identity(record: Stored, inputs: Properties): unknown;
}

/** Returns the value at a path of names. In a list, a name selects the element with that name. */
export function at(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((current, part) => {
    if (Array.isArray(current)) return current.find((one) => (one as { name?: unknown }).name === part);
    return (current as Record<string, unknown> | undefined)?.[part];
  }, value);
}
