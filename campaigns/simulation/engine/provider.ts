import { AsyncResource } from "node:async_hooks";
import { loaderText } from "../../../provider/pulumi/formats/loader-text.ts";
import {
  dynamicCalls,
  nativeCalls,
  type ProviderCalls,
  type ProviderProcess,
} from "../../../provider/testing/provider-calls.ts";
import type { Properties } from "../../../provider/values/properties.ts";
import type { ProviderKind } from "../../../test/helpers/provider-kinds.ts";
import type { Product } from "../product/bundle.ts";
import type { Process } from "../world/machine.ts";

export { InitError } from "../../../provider/testing/provider-calls.ts";

/** A provider in a process of the simulation. */
export interface Provider extends ProviderCalls {
  process: Process;
}

/** Serves a provider from a process that has loaded the product. */
export function serve(
  kind: ProviderKind,
  product: Product,
  process: Process,
  settings: Readonly<Record<string, string>>,
): Provider {
  const around = { settings, ownership: new product.ProcessOwnership() };
  return { process, ...(kind === "native" ? nativeCalls(product, around) : sdkCalls(product, around)) };
}

/** The calls of the SDK's process. Its first request loads the product and reports no URN, unless it is a deletion. */
function sdkCalls(product: Product, around: ProviderProcess): ProviderCalls {
  class DeleteRequest {
    readonly #urn: string;
    constructor(urn: string) {
      this.#urn = urn;
    }
    getUrn = () => this.#urn;
    getId(): string {
      return "";
    }
  }
  product.watchFirstDeletions({ DeleteRequest });
  let isFirst = true;
  let deletion: DeleteRequest | undefined;
  const duringEngineCall: Product["duringEngineCall"] = (call, serveCall) => {
    if (!isFirst) return product.duringEngineCall(call, serveCall);
    isFirst = false;
    return new AsyncResource("request").runInAsyncScope(() => {
      deletion?.getId();
      return serveCall();
    });
  };
  const calls = dynamicCalls({ ...product, duringEngineCall }, around);
  return {
    ...calls,
    delete: (urn, existing) => {
      deletion = new DeleteRequest(urn);
      const deleted = calls.delete(urn, existing);
      deletion = undefined;
      return deleted;
    },
  };
}

/** The hidden inputs that a program of the dynamic provider adds to a resource. */
export function hiddenInputs(urn: string, type: string, { adopt }: { adopt?: string | undefined }): Properties {
  const name = type.slice(type.lastIndexOf(":") + 1);
  return { __provider: loaderText(name), __urn: urn, ...(adopt !== undefined && { __adopt: adopt }) };
}
