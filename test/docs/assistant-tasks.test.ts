// In a process of its own: the kit reloads modules, and other test files would get some of them twice.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));
const list = readFileSync(`${docs}/llms.txt`, "utf8");

/** Returns the start of a field's table row, and the facts in the row that answer a question. */
const row = (field: string, ...facts: string[]) => [`| \`${field}\` |`, ...facts];

/** Questions of users, the page of `llms.txt` that answers each, and texts that one line of the page contains. */
const tasks: [question: string, page: string, answer: string[]][] = [
  ["Which rule types are there?", "cdn.RuleTemplate", row("ruleType", "Integer from 0 to 1", "legacy")],
  ["How heavy may a rule be?", "cdn.RuleTemplate", row("weight", "2147483647")],
  ["How long may a rule be?", "cdn.RuleTemplate", row("rule", "1 to 300 characters", "leading slash is added")],
  ["What does an option that is null do?", "cdn.RuleTemplate", row("options", "null: not added", "Omitted: inherited")],
  ["What is the import id of a rule template?", "cdn.RuleTemplate", ["Id: number of the template"]],
  ["What orders the rules of a set?", "cdn.RuleSet", row("rules", "weights ascend from the first to the last")],
  ["How does a rule leave a set without being deleted?", "cdn.RuleSet", row("released", "stay on the platform")],
  ["Does another name replace a cluster?", "kubernetes.Cluster", row("name", "replaces", "1 to 20 characters")],
  ["How is a cluster upgraded?", "kubernetes.Cluster", row("version", "in place, one minor step at a time")],
  ["Does another key pair replace a cluster?", "kubernetes.Cluster", row("keypair", "replaces")],
  ["Which networks may pods not use?", "kubernetes.Cluster", row("podsIpPool", "192.168.128.0/17")],
  ["What is the import id of a cluster?", "kubernetes.Cluster", ["<projectId>/<regionId>/<name>", "1/76/edge-1"]],
  ["How long can a reservation be?", "reservations.Reservation", row("period", "MONTHS12", "MONTHS36")],
  ["How is a price confirmed?", "reservations.Reservation", row("confirmCommitment", "12000.00 EUR")],
  ["What does a change of a reservation do?", "reservations.Reservation", row("name", "refused", "allowReplacement")],
  ["How long may the short description be?", "edge.AppTemplate", row("shortDescr", "255 characters")],
  ["What identifies a slot of a secret?", "edge.Secret", row("secretSlots", "identified by `slot`")],
  ["From which usage can a client be warned?", "quotas.NotificationThreshold", row("threshold", "60 to 100 percent")],
  ["In which order do logs come?", "edge functions", row("sort", "newest first", "`asc` oldest first")],
  ["How is a program tested without an account?", "Unit tests", ["@cloudplatform/pulumi/testing", "emulator"]],
];

test("there are twenty tasks", () => {
  expect(tasks).toHaveLength(20);
});

test.each(tasks)("%s is answered by the page of %s", (_, title, facts) => {
  const [, page = ""] =
    list.match(new RegExp(`^- \\[${title.replaceAll(".", "\\.")}\\]\\(/docs/([^)]+)\\)`, "m")) ?? [];
  const lines = readFileSync(`${docs}/${page}`, "utf8").split("\n");
  expect(lines.filter((line) => facts.every((fact) => line.includes(fact)))).not.toEqual([]);
});
