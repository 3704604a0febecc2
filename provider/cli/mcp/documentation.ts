import { z } from "zod";
import { UsageError } from "../exit-codes.ts";
import { explanationOf } from "../explain.ts";
import { contents, pageOf, rowOf, sectionOf } from "./pages.ts";
import { type Tool, tool } from "./tool.ts";

const rules = "policies/rules.md";

/** Tools that use the pages of the package. They work offline. */
export const documentationTools: readonly Tool[] = [
  tool(
    "reference",
    "Documentation: a resource (cdn.RuleTemplate), a function (edge.getApps), a guide by its title, an error code, a setting, a policy rule. Without a name: the list of pages.",
    z.object({ name: z.string().optional().describe("Topic, such as kubernetes.Cluster.") }),
    ({ name }) => (name === undefined ? contents() : referenceOf(name)),
  ),
  tool(
    "explain",
    "Cause and fix of an error code (CP1103), or requirement and remediation of a policy rule (monthly-budget).",
    z.object({ name: z.string().describe("Code at the end of a message, or name of a policy rule.") }),
    ({ name }) => ruleText(name) ?? explained(name),
  ),
];

function referenceOf(name: string): string {
  const [area = ""] = name.split(".");
  const found =
    pageOf(name) ??
    (/^\w+\.\w+$/.test(name) ? functionOf(area, name) : undefined) ??
    (/^\[?CP\d{4}\]?$/i.test(name) ? explanationOf(name) : undefined) ??
    settingOf(name) ??
    ruleText(name);
  if (found !== undefined) return found;
  throw new UsageError(
    `There is no page about "${name}". Call reference without a name for the list of pages; functions have names such as edge.getApps.`,
    "CP3001",
  );
}

const functionOf = (area: string, name: string) =>
  pageOf(`${area} functions`) && sectionOf(`docs/reference/${area.toLowerCase()}-functions.md`, name);

const settingOf = (name: string) => textOf(rowOf("docs/settings.md", name.replace(/^cloudplatform:/, "")));

const ruleText = (name: string) => textOf(rowOf(rules, name));

function explained(name: string): string {
  if (/^\[?CP\d{4}\]?$/i.test(name)) return explanationOf(name);
  throw new UsageError(
    `"${name}" is neither an error code such as CP1103 nor a policy rule such as monthly-budget.`,
    "CP3001",
  );
}

function textOf(row: [head: string, cell: string][] | undefined): string | undefined {
  return row
    ?.filter(([, cell]) => cell !== "")
    .map(([head, cell]) => `${head}: ${cell}`)
    .join("\n");
}
