/**
 * Builds the language hosts of `tools/sdk/go.mod` and, where Pulumi's repository can be reached, those of Node.js, Python and Go beside
 * the CLI, unless they are there, and returns their folders. The first time that takes minutes.
 *
 * *Errors:* `PulumiToolError` when Go is missing or the build fails; `InterruptedError` on SIGINT, SIGTERM or SIGHUP.
 */
export function buildLanguageHosts(options?: { log?: (line: string) => void }): Promise<string[]>;
