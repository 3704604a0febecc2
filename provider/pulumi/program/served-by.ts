import type * as pulumi from "@pulumi/pulumi";
import { nameOfUrn } from "../formats/urn.ts";
import { knownValue } from "./sdk/known-value.ts";

/** The hidden input that names the explicit provider of a resource; none where it has the default one. */
export function servedBy(provider: pulumi.ProviderResource | undefined): { __servedBy?: Promise<string | undefined> } {
  return provider === undefined ? {} : { __servedBy: nameOf(provider) };
}

async function nameOf({ urn }: pulumi.ProviderResource): Promise<string | undefined> {
  const known = await knownValue(urn);
  return known === undefined ? undefined : nameOfUrn(known);
}
