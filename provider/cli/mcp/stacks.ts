import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { z } from "zod";
import { scopeOf } from "../../client/index.ts";
import { UsageError } from "../exit-codes.ts";
import { clientFor } from "../terminal.ts";
import { type Tool, type ToolContext, tool } from "./tool.ts";

const dayMs = 24 * 3_600_000;

const stackArguments = z.object({
  folder: z.string().default(".").describe("Folder of the Pulumi project, below the folder of the server."),
  stack: z.string().optional().describe("Stack (default: the selected one)."),
});

/** Tools that use Pulumi to read a stack. */
export const stackTools: readonly Tool[] = [
  tool(
    "match",
    "Shows which CDN rule templates match URLs: those in a stack's state, or with live those of the platform.",
    stackArguments.extend({
      urls: z.array(z.string()).min(1).max(100).describe("URLs or paths."),
      live: z
        .boolean()
        .default(false)
        .describe("Reads the templates on the platform instead of those in the stack's state."),
    }),
    async ({ urls, live, ...given }, context) => {
      const { matchUrls, templatesOfPlatform, templatesOfState } = await import("../../review/cdn/command.ts");
      const { matchText } = await import("../../review/cdn/match-text.ts");
      const templates = live
        ? await templatesOfPlatform(await boundClient(context, "match"))
        : await templatesOfState(stackOptions(given, context));
      return matchText(matchUrls(templates, urls));
    },
  ),
  tool(
    "review",
    "Previews the change of a stack and gives the verdict of its review: money, risk, policies, drift. Runs the program of the stack as `pulumi preview` does; nothing is applied.",
    stackArguments.extend({
      policies: z.boolean().default(true).describe("Evaluates the policies of @cloudplatform/policies."),
    }),
    async ({ policies, ...given }, context) => {
      const { withReview } = await import("../../review/plan/make.ts");
      const { render } = await import("../../review/render/formats.ts");
      const options = { policies: policies ? { config: [] } : undefined, urls: [], lifetimeMs: dayMs };
      return withReview({ ...stackOptions(given, context), ...options }, async ({ review }) => render(review, "text"));
    },
  ),
];

async function boundClient({ terminal, signal, keepSecret }: ToolContext, name: string) {
  const client = await clientFor(terminal, { readOnly: true });
  keepSecret([client.settings.apiKey]);
  return client.bind(scopeOf(`cloudplatform mcp ${name}`, signal));
}

/** Providers and lookups of the preview are read-only, too. */
function stackOptions(
  { folder, stack }: z.output<typeof stackArguments>,
  { terminal, folder: root, signal }: ToolContext,
) {
  const environment = { ...terminal.environment, CLOUDPLATFORM_READ_ONLY: "true" } as NodeJS.ProcessEnv;
  return { cwd: below(root, folder), stack, environment, signal };
}

/** Rejects folders outside the server's folder, because a preview runs the code of its folder. */
function below(root: string, folder: string): string {
  const wanted = resolve(root, folder);
  let path: string;
  try {
    path = relative(realpathSync(root), realpathSync(wanted));
  } catch {
    throw new UsageError(`The folder "${folder}" does not exist below ${root}.`, "CP3001");
  }
  if (!path.startsWith("..") && !isAbsolute(path)) return wanted;
  throw new UsageError(
    `The folder "${folder}" is not below ${root}. Start cloudplatform mcp with --cwd for another folder.`,
    "CP3001",
  );
}
