/**
 * Builds the language hosts of `tools/sdk/go.mod` and, if Pulumi's repository is reachable, those of Node.js, Python and Go
 * beside the CLI, unless they exist, and returns their folders. The first build takes minutes.
 *
 * *Errors:* `PulumiToolError` when Go is missing or the build fails; `InterruptedError` on SIGINT, SIGTERM or SIGHUP.
 */
export function buildLanguageHosts(options?: { log?: (line: string) => void }): Promise<string[]>;
