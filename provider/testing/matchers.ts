import type { Change } from "./changes.ts";

/** The argument of matchers: the result of a deployment, its changes, or one of them. */
export type Changed = Change | readonly Change[] | { readonly changes: readonly Change[] };

interface Matched {
  pass: boolean;
  message: () => string;
}

/**
 * Matchers for `expect.extend` of Vitest and Jest.
 *
 * In TypeScript, add `toReplaceNothing(): R` to the runner's own interface of matchers.
 *
 * @example
 * ```ts
 * import { cdn } from "@cloudplatform/pulumi";
 * import { deploy, matchers } from "@cloudplatform/pulumi/testing";
 * import { expect, test } from "vitest";
 *
 * expect.extend(matchers);
 *
 * // For TypeScript: the interface of Vitest 5.
 * declare module "vitest" {
 *   interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
 *     toReplaceNothing(): R;
 *   }
 * }
 *
 * test("the same program replaces nothing", async () => {
 *   const first = await deploy(() => {
 *     new cdn.RuleTemplate("images", { rule: "/images/", ruleType: 0 });
 *   });
 *   expect(await first.deploy()).toReplaceNothing();
 * });
 * ```
 */
export const matchers = {
  /** Passes if no resource is replaced. */
  toReplaceNothing(received: Changed): Matched {
    const replaced = changesOf(received).filter(({ kind }) => kind === "replace");
    return {
      pass: replaced.length === 0,
      message: () =>
        replaced.length === 0
          ? "Expected a resource to be replaced; none is."
          : `Expected no resource to be replaced:\n${textOf(replaced)}`,
    };
  },
};

/** Throws if a resource is replaced, for test runners without `expect.extend`. */
export function expectReplacesNothing(changed: Changed): void {
  const { pass, message } = matchers.toReplaceNothing(changed);
  if (!pass) throw new Error(message());
}

function changesOf(changed: Changed): readonly Change[] {
  if ("changes" in changed) return changed.changes;
  return "kind" in changed ? [changed] : changed;
}

function textOf(changes: readonly Change[]): string {
  return changes
    .map(({ urn, diff }) => {
      const causes = diff
        .filter(({ replaces }) => replaces)
        .map(({ path, from, to }) => `${path}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`);
      return `  ${urn}${causes.length === 0 ? "" : ` (${causes.join(", ")})`}`;
    })
    .join("\n");
}
