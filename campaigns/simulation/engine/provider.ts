import { loaderText } from "../../../provider/pulumi/formats/loader-text.ts";
import { dynamicCalls, nativeCalls, type ProviderCalls } from "../../../provider/testing/provider-calls.ts";
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
  const calls = kind === "native" ? nativeCalls : dynamicCalls;
  return { process, ...calls(product, { settings, ownership: new product.ProcessOwnership() }) };
}

/** What a program of the dynamic provider adds to the inputs of a resource. */
export function hiddenInputs(urn: string, type: string, { adopt }: { adopt?: string | undefined }): Properties {
  const name = type.slice(type.lastIndexOf(":") + 1);
  return { __provider: loaderText(name), __urn: urn, ...(adopt !== undefined && { __adopt: adopt }) };
}
