/**
 * Text of the `__provider` property. A dynamic provider evaluates it once per process and text: it loads the
 * installed package and takes the handler by name. Nothing is serialized, so an upgrade of the package changes no
 * resource's state, and no secret can be captured in it.
 */
export function loaderText(handler: string): string {
  return `${start}${handler}`;
}

const start = 'exports.handler=()=>require("@cloudplatform/pulumi/handlers").';

/** Whether a `__provider` property is one of ours. */
export function isLoaderText(text: unknown): boolean {
  return typeof text === "string" && text.startsWith(start);
}
