// In a process of its own: the kit reloads modules, and other test files would get some of them twice.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as dynamic from "@cloudplatform/pulumi";
import * as native from "@cloudplatform/pulumi/native";
import { DeployError, deploy } from "@cloudplatform/pulumi/testing";
import { expect, test } from "vitest";
import { type Of, refusedPrograms } from "./refused-programs.ts";

const providers = { dynamic, native: native as unknown as Of };

const rows = refusedPrograms.flatMap((one) =>
  (["dynamic", "native"] as const)
    .filter((provider) => (one.only ?? provider) === provider)
    .map((provider) => ({ ...one, provider })),
);

/** POST requests that change nothing. */
const questions: ReadonlySet<string | null> = new Set(["prices.reservation", "kubernetes.checkLimits"]);

test.each(rows)("$code, $about, $provider: is a problem of the kit, and nothing is sent", async (row) => {
  const { code, property, before = [], program, options, fault, provider } = row;
  const of = providers[provider];
  let first = await deploy(() => undefined, options);
  for (const one of before) first = await first.deploy(() => one(of));
  if (fault !== undefined) await first.emulator.control("POST", "faults", fault);
  const error = await first.deploy(() => program(of)).catch((reason) => reason);
  expect(error).toBeInstanceOf(DeployError);
  const { problems, requests } = error as DeployError;
  expect(problems).toContainEqual(
    expect.objectContaining({
      property: property === "" ? undefined : property,
      message: expect.stringContaining(`[${code}`),
    }),
  );
  expect(requests.filter(({ method, endpoint }) => method !== "GET" && !questions.has(endpoint))).toEqual([]);
});

test("each code of a check beside the schema's is among them", () => {
  const folders = ["resources", "engine/lifecycle"].map((folder) =>
    fileURLToPath(new URL(`../../provider/${folder}`, import.meta.url)),
  );
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(`${folder}/${file}`, "utf8")),
  );
  const codes = sources.flatMap((text) => [...text.matchAll(/\bcode: "(CP\d+)"/g)].map(([, code]) => code));
  expect(codes.length).toBeGreaterThan(20);
  expect(refusedPrograms.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
});
