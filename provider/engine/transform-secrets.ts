import type * as pulumi from "@pulumi/pulumi";
import * as callbacks from "@pulumi/pulumi/runtime/callbacks.js";
import type { Properties } from "./handler.ts";
import { splitHidden } from "./hidden.ts";
import { isLoaderText } from "./loader.ts";
import { secretPathsOf } from "./secret-paths.ts";
import { merged } from "./secret-settings.ts";

/*
 * A transform can make an input secret after the constructor has listed the secrets of a resource, and the engine hands a
 * dynamic provider bare values. So the secrets in what a transform returns are listed once more.
 */

/**
 * The option `transformations`: they run in the constructor of the SDK, those of the parents last. A first one that changes
 * nothing adds another to the end of the list that the constructor walks.
 */
export function withSecretsOfTransformations(
  given: pulumi.ResourceTransformation[] = [],
  made: Properties,
): pulumi.ResourceTransformation[] {
  const last: pulumi.ResourceTransformation = ({ props, opts }) =>
    props === made ? undefined : { props: withSecretsOf(props, opts), opts };
  const first: pulumi.ResourceTransformation = ({ resource }) => {
    (resource as { __transformations?: pulumi.ResourceTransformation[] }).__transformations?.push(last);
    return undefined;
  };
  return [first, ...given];
}

/**
 * Transforms of a resource, of its parents and of the stack: the engine calls them back, in that order. The SDK has no way to
 * register one behind all others, so each is wrapped where it is registered. A release of the SDK that registers them otherwise
 * leaves them as they are; the test with the real CLI then fails.
 */
export function watchTransforms(): void {
  const server: { registerTransform?: Register; [watched]?: true } | undefined = callbacks.CallbackServer?.prototype;
  const register = server?.registerTransform;
  if (server === undefined || register === undefined || server[watched] === true) return;
  server[watched] = true;
  server.registerTransform = function (transform) {
    return register.call(this, async (args) => {
      const result = await transform(args);
      if (result === undefined || !isLoaderText(result.props.__provider)) return result;
      return { ...result, props: withSecretsOf(result.props, result.opts ?? {}) };
    });
  };
}

const watched = Symbol.for("@cloudplatform/pulumi/transforms");
type Register = (this: unknown, transform: pulumi.ResourceTransform) => Promise<unknown>;

/** The properties of a transform, with the list of their secrets beside what the constructor has listed. */
function withSecretsOf(props: Properties, options: pulumi.CustomResourceOptions): Properties {
  const listed = Promise.resolve(props.__secrets).then((paths) => (Array.isArray(paths) ? paths : []));
  return { ...props, __secrets: merged(secretPathsOf(splitHidden(props).own, options), listed) };
}
