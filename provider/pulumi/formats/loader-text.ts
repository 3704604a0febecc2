/**
 * Text of the `__provider` property. A dynamic provider evaluates each text once per process: it loads the installed package and
 * takes the handler by name. Nothing is serialized, so an upgrade of the package changes no resource's state, and no secret can
 * be captured.
 */
export function loaderText(handler: string): string {
  return `${start}${handler}`;
}

const start = 'exports.handler=()=>require("@cloudplatform/pulumi/handlers").';

/** Whether a `__provider` property is our loader text. */
export function isLoaderText(text: unknown): boolean {
  return typeof text === "string" && text.startsWith(start);
}
