import { createRequire } from "node:module";
import type * as pulumi from "@pulumi/pulumi";
import type { Properties } from "../../../values/properties.ts";
import { isLoaderText } from "../../formats/loader-text.ts";
import { lose } from "./lost-features.ts";

/*
 * A transform can make an input secret, or choose another provider, after the constructor has listed the secrets and the provider of a
 * resource, and the engine passes bare values to a dynamic provider. So the result of a transform is listed again.
 */

/**
 * Covers the option `transformations`, which run in the SDK's constructor, those of the parents last. The first one here changes
 * nothing, but adds another to the end of the list that the constructor walks.
 */
export function withHiddenOfTransformations(
  { transformations: given = [], provider }: pulumi.CustomResourceOptions,
  made: Properties,
  withHiddenOf: WithHidden,
): pulumi.ResourceTransformation[] {
  const last: pulumi.ResourceTransformation = ({ props, opts }) =>
    props === made && (opts as pulumi.CustomResourceOptions).provider === provider
      ? undefined
      : { props: withHiddenOf(props, opts), opts };
  const first: pulumi.ResourceTransformation = ({ resource }) => {
    const { __transformations: all } = resource as { __transformations?: pulumi.ResourceTransformation[] };
    if (Array.isArray(all)) all.push(last);
    else lose("the hiding of secrets that transformations add");
    return undefined;
  };
  return [first, ...given];
}

/**
 * Covers transforms of a resource, of its parents and of the stack: the engine calls them back, in that order. The SDK cannot
 * register one behind all others, so each is wrapped when it is registered. For a resource of another package it is called
 * unchanged.
 */
export function watchTransforms(withHiddenOf: WithHidden): void {
  const server: { registerTransform?: Register; [watched]?: true } | undefined = callbackServer()?.prototype;
  const register = server?.registerTransform;
  if (server === undefined || typeof register !== "function") {
    lose("the hiding of secrets that transforms add (name those inputs in additionalSecretOutputs)");
    return;
  }
  if (server[watched] === true) return;
  server[watched] = true;
  server.registerTransform = function (transform) {
    const wrapped: pulumi.ResourceTransform = (args) => {
      if (!isLoaderText(args.props.__provider)) return transform(args);
      return Promise.resolve(transform(args)).then((result) =>
        result === undefined ? undefined : { ...result, props: withHiddenOf(result.props, result.opts ?? {}) },
      );
    };
    return register.call(this, wrapped);
  };
}

/** Where the SDK keeps its callbacks; a release without this module keeps them elsewhere. */
function callbackServer(): { prototype: { registerTransform?: Register } } | undefined {
  try {
    return createRequire(import.meta.url)("@pulumi/pulumi/runtime/callbacks.js").CallbackServer;
  } catch {
    return undefined;
  }
}

const watched = Symbol.for("@cloudplatform/pulumi/transforms");
type Register = (this: unknown, transform: pulumi.ResourceTransform) => Promise<unknown>;

/** Adds the hidden inputs that follow from a transform's properties and options to those that the constructor has added. */
export type WithHidden = (props: Properties, options: pulumi.CustomResourceOptions) => Properties;
