import type { Emulator } from "@cloudplatform/emulator";
import type fc from "fast-check";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import type { Properties } from "../../provider/values/properties.ts";

/** A record of the platform as a test changes it outside the API. */
export type Stored = Record<string, unknown>;

/** A change that somebody makes on the platform. */
export interface Drift {
  /** Input in which it shows: `pools.general.labels`. */
  path: string;
  apply(record: Stored): Stored;
}

/** What the walk needs to know of a resource. */
export interface Subject {
  readonly handler: AnyHandler;
  /** Inputs that the contract accepts. */
  readonly inputs: fc.Arbitrary<Properties>;
  /** Brings the seed into the state in which the object does not exist. */
  prepare?(platform: Emulator["platform"]): void;
  /** The record of an object. */
  find(platform: Emulator["platform"], id: string): Stored | undefined;
  put(platform: Emulator["platform"], id: string, record: Stored): void;
  /** The inputs with one field changed in place, and what may be sent for it. */
  change(inputs: Properties): { inputs: Properties; sends: RegExp[] };
  /** What somebody may change; each must show, and the next `up` must correct it in place. */
  drifts(record: Stored, inputs: Properties): Drift[];
  /** Drift cannot be corrected in place: the next preview says so instead. */
  readonly isFixed?: boolean;
  /** Inputs with which the object is adopted. */
  adopted?(inputs: Properties, record: Stored): Properties;
  /** What must never change while the object is corrected: its own ids. */
  identity(record: Stored, inputs: Properties): unknown;
}

/** The value at a path of names; of a list the element of that name. */
export function at(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((current, part) => {
    if (Array.isArray(current)) return current.find((one) => (one as { name?: unknown }).name === part);
    return (current as Record<string, unknown> | undefined)?.[part];
  }, value);
}
