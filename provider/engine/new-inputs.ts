import { isDeepStrictEqual } from "node:util";
import { engineCall } from "./engine-call.ts";
import type { Properties } from "./handler.ts";
import { plain } from "./hidden.ts";
import type { Provider } from "./secret-keeper.ts";

/**
 * A provider whose reads name the inputs only where others are in state; the engine keeps those. A refresh finds most objects
 * unchanged, and inputs are half of a response.
 */
export function namingNewInputs(provider: Provider): Provider {
  return {
    ...provider,
    async read(id, properties = {}) {
      const { inputs, ...found } = await provider.read(id, properties);
      return isInState(inputs, properties) ? found : { ...found, inputs };
    },
  };
}

/** The SDK adds the loader text to the inputs that a read names. */
function isInState(inputs: Properties | undefined, { __provider }: Properties): boolean {
  const inState = engineCall().inputs?.();
  return inputs !== undefined && inState !== undefined && isDeepStrictEqual(plain({ ...inputs, __provider }), inState);
}
