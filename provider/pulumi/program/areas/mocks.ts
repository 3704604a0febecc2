import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../../../functions/definition.ts";
import type { LookupOptions } from "../../../functions/lookup.ts";

/**
 * Returns the response of the mocks' `call` to a lookup. The token is `cloudplatform:<area>:<lookup>`, such as
 * `cloudplatform:pricing:getInstancePrice`; the inputs are the lookup's arguments.
 */
export async function mockResponse(
  { name, paging }: Definition,
  args: object,
  options: LookupOptions,
): Promise<unknown> {
  const provider = options.provider ?? options.parent?.getProvider("pulumi-nodejs:index:lookup");
  const response: object = await pulumi.runtime.invoke(
    `cloudplatform:${name.replace(".", ":")}`,
    args as pulumi.Inputs,
    provider === undefined ? {} : { provider },
  );
  // Responses travel as objects: a list has become an object with its indexes as keys.
  const keys = Object.keys(response);
  const isList = keys.length === 0 ? paging?.items === "" : keys.every((key, index) => key === String(index));
  return isList ? Object.values(response) : response;
}
