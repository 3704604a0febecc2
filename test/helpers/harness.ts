import type { Properties } from "../../provider/values/properties.ts";
import type { OnError } from "./attempts.ts";

/** What the engine would keep in state. */
export interface StateOfHarness {
  id: string;
  inputs: Properties;
  outputs: Properties;
}

/** A resource as the engine drives it, whichever provider serves it. */
export interface Harness {
  state: StateOfHarness | undefined;
  /** The last operation has ended half-way: the next `up` updates, whatever the diff says. */
  halfMade: boolean;
  onError: OnError;
  check(inputs: object): Promise<{ inputs: Properties; failures: { property: string; reason: string }[] }>;
  /** What a preview would show. */
  preview(inputs: object): Promise<"create" | "same" | "update" | "replace">;
  /** Brings the object to what the inputs say. An input `__adopt` is the option `import`. */
  up(inputs: object): Promise<void>;
  /** Reads the object; whether it still exists. */
  refresh(): Promise<boolean>;
  destroy(): Promise<void>;
}
