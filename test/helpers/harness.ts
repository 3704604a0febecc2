import type { Properties } from "../../provider/values/properties.ts";
import type { OnError } from "./attempts.ts";

/** The state that the engine would keep. */
export interface StateOfHarness {
  id: string;
  inputs: Properties;
  outputs: Properties;
}

/** Drives a resource of either provider as the engine does. */
export interface Harness {
  state: StateOfHarness | undefined;
  /** The last operation failed partway: the next `up` updates even if the diff reports no changes. */
  halfMade: boolean;
  onError: OnError;
  check(inputs: object): Promise<{ inputs: Properties; failures: { property: string; reason: string }[] }>;
  /** Returns the step that a preview would show. */
  preview(inputs: object): Promise<"create" | "same" | "update" | "replace">;
  /** Applies the inputs. An input `__adopt` stands for the option `import`. */
  up(inputs: object): Promise<void>;
  /** Reads the object. Returns whether it still exists. */
  refresh(): Promise<boolean>;
  destroy(): Promise<void>;
}
