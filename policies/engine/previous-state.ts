import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { nameOfUrn, parentsOf } from "@cloudplatform/pulumi/formats";
import { z } from "zod";
import { kindOfResource, type PlatformResource } from "./resource.ts";
import { withParts } from "./rules-as-resources.ts";
import { withUnknowns } from "./unknowns.ts";

/** The stack before a change: its resources of the platform, or why they are not known. */
export type PreviousState = StateBefore | { missing: string };

interface StateBefore {
  resources: readonly PlatformResource[];
  /** URNs of everything in the stack, including components and resources of other providers. */
  urns?: ReadonlySet<string>;
}

/** Why there is no previous state when a state file is analyzed. */
export const noChange = "no stack is being changed";

/** Reading a state file takes well under a second; an unresponsive backend must not delay a preview. */
const timeoutMs = 20_000;

const exportSchema = z.looseObject({
  deployment: z.looseObject({
    resources: z
      .array(
        z.looseObject({
          urn: z.string(),
          type: z.string(),
          parent: z.string().optional(),
          inputs: z.record(z.string(), z.unknown()).optional(),
          outputs: z.record(z.string(), z.unknown()).optional(),
          protect: z.boolean().optional(),
          delete: z.boolean().optional(),
          external: z.boolean().optional(),
          retainOnDelete: z.boolean().optional(),
        }),
      )
      .nullish(),
  }),
});

/** The platform's resources in a state. */
export function resourcesOfState(state: unknown): PlatformResource[] {
  return stateBefore(state).resources;
}

function stateBefore(state: unknown): { resources: PlatformResource[]; urns: ReadonlySet<string> } {
  const all = exportSchema.parse(state).deployment.resources ?? [];
  const parentOf = new Map(all.map(({ urn, parent }) => [urn, parent]));
  const resources = all.flatMap((resource) => {
    const properties = declaredOver(resource.outputs ?? {}, resource.inputs ?? {});
    const kind = kindOfResource(resource.type, properties);
    // An object with a pending deletion is no longer part of the stack; an object that is only read never was.
    if (kind === undefined || resource.delete === true || resource.external === true) return [];
    return withParts({
      kind,
      urn: resource.urn,
      name: nameOfUrn(resource.urn),
      parents: parentsOf(resource.urn, (urn) => parentOf.get(urn)),
      protect: resource.protect === true,
      retainOnDelete: resource.retainOnDelete === true,
      aliases: [],
      properties: withUnknowns(properties),
      isSecret: () => undefined,
    });
  });
  return { resources, urns: new Set(parentOf.keys()) };
}

/** Declared values, and the platform's values for undeclared properties. */
export function declaredOver(
  outputs: Record<string, unknown>,
  inputs: Record<string, unknown>,
): Record<string, unknown> {
  const declared = Object.entries(inputs).filter(([, value]) => value !== "" && value !== null);
  return { ...outputs, ...Object.fromEntries(declared) };
}

/**
 * Reads the state of the changing stack from its backend, because the engine gives a policy pack only the new declarations. Uses
 * the CLI and backend of the surrounding command, whose environment the pack inherits.
 */
export function readPreviousState(environment: NodeJS.ProcessEnv = process.env): Promise<PreviousState> {
  const { PULUMI_NODEJS_ORGANIZATION: organization, PULUMI_NODEJS_PROJECT: project } = environment;
  const stack = environment.PULUMI_NODEJS_STACK;
  if (!stack || !project) return Promise.resolve({ missing: noChange });
  const name = stack.includes("/") ? stack : [organization || "organization", project, stack].join("/");
  const folder = environment.PWD !== undefined && existsSync(environment.PWD) ? environment.PWD : process.cwd();
  const options = { cwd: folder, env: environment, timeout: timeoutMs, maxBuffer: 256 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile("pulumi", ["stack", "export", "--stack", name, "--non-interactive"], options, (error, stdout, stderr) => {
      if (error !== null) return resolve({ missing: reasonOf(stderr || error.message) });
      try {
        resolve(stateBefore(JSON.parse(stdout)));
      } catch (problem) {
        resolve({ missing: `its state could not be read: ${String(problem)}` });
      }
    });
  });
}

function reasonOf(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "no response";
  return `pulumi stack export failed: ${line.trim().replace(/^error: /, "")}`;
}
