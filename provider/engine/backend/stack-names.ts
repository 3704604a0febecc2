import type { UrnParts } from "../../pulumi/formats/urn.ts";
import { type Readable, Unreadable } from "../../values/unreadable.ts";
import type { ListedStack } from "./cli-output.ts";

/**
 * Returns the name that identifies a stack whichever organization is the default: `organization/project/stack`. A backend without
 * web pages has one organization, and accepts names as it prints them.
 */
export function qualifiedName({ name, url }: ListedStack): string {
  const [, organization, project, stack] = /\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(url ?? "") ?? [];
  return stack === undefined
    ? name
    : [organization, project, stack].map((part) => decodeURIComponent(part ?? "")).join("/");
}

/** Finds the stack of a URN, which does not contain the organization. */
export function ownStack(list: readonly ListedStack[], { stack, project }: Pick<UrnParts, "stack" | "project">) {
  const named = list.filter((one) => isNamed(one, stack, project));
  const running = named.filter((one) => one.updateInProgress === true);
  const selected = named.filter((one) => one.current === true);
  const [only] = [named, running, selected].find(({ length }) => length === 1) ?? [];
  if (only !== undefined) return qualifiedName(only);
  const seen =
    named.length === 0
      ? "the backend does not list it"
      : `it is in several organizations, ${named.map(qualifiedName).join(" and ")}; select it with pulumi stack select`;
  return new Unreadable(`stack "${stack}" of project "${project}" (${seen})`) as Readable<string>;
}

function isNamed(one: ListedStack, stack: string, project: string): boolean {
  const parts = qualifiedName(one).split("/");
  return parts.at(-1) === stack && (parts.length < 3 || parts.at(-2) === project);
}

/** How far the clocks of two machines may differ. */
const clockSlackMs = 24 * 3_600_000;

/** Whether a stack may have been updated since a time. Without the time of its last update, it may. */
function mayHaveEnded({ lastUpdate = "" }: ListedStack, since: number): boolean {
  return Number.isFinite(since) && !(Date.parse(lastUpdate) < since - clockSlackMs);
}

/** Returns all stacks but `own` that may have been updated since a time. If it is infinite: those with an update in progress. */
export function otherStacks(list: readonly ListedStack[], own: string, since: number): string[] {
  return (
    list
      .filter((one) => qualifiedName(one) !== own)
      // A stack without resources has no objects and no interrupted creation.
      .filter((one) => one.updateInProgress === true || one.resourceCount !== 0)
      .filter((one) => one.updateInProgress === true || mayHaveEnded(one, since))
      .map(qualifiedName)
  );
}
