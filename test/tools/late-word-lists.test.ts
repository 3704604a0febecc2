import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHECKERS, writeModFile } from "../../tools/pulumi-cli/late-word-lists.mjs";
import { ScratchProject } from "./scratch-project.ts";

describe("the CLI's password checker", () => {
  let project: ScratchProject;
  beforeAll(async () => {
    project = await ScratchProject.create({ "Pulumi.yaml": "name: scratch\nruntime: nodejs\n" });
    expect(await project.run(["stack", "init", "dev"])).toMatchObject({ code: 0 });
  });
  afterAll(() => project.remove());

  it("knows the words of its lists", async () => {
    expect(await project.run(["config", "set", "dbPassword", "internationalunderstanding"])).toMatchObject({ code: 0 });
  });

  it("refuses what looks like a secret", async () => {
    const outcome = await project.run(["config", "set", "dbPassword", "xqzvjkwpynrtcbmhgdlfsaxqzw"]);
    expect(outcome.code).not.toBe(0);
    expect(outcome.text).toContain("looks like a secret");
  });
});

describe("a build with late word lists", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "late-"));
  const here = path.join(folder, "here");
  beforeAll(() => {
    write("here/go.mod", "module example\n");
    write("here/go.sum", "");
    for (const name of ["one", "two", "other"]) {
      write(`${name}/frequency/frequency.go`, "package frequency\n\nfunc init() {\n\tread()\n}\n");
      const init = name === "other" ? "" : "\nfunc init() {\n\tloadFrequencyList()\n}\n";
      write(`${name}/matching/matching.go`, `package matching\n${init}\nfunc loadFrequencyList() {\n\tuse()\n}\n`);
    }
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  function write(file: string, text: string): void {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }

  /** What the build gets from checkers in these folders. */
  function modFile(...checkers: string[]): string | undefined {
    const draft = fs.mkdtempSync(path.join(folder, "draft-"));
    return writeModFile(
      checkers.map((name) => path.join(folder, name)),
      draft,
      here,
    );
  }

  it("takes copies that read their lists when they are first used", () => {
    const file = modFile("one", "two") ?? "";
    for (const name of CHECKERS) expect(fs.readFileSync(file, "utf8")).toContain(`replace ${name} => "`);
    const copy = path.join(path.dirname(file), "checker-1");
    expect(fs.readFileSync(path.join(copy, "frequency/frequency.go"), "utf8")).toContain("func Load() {\n\tread()");
    expect(fs.readFileSync(path.join(copy, "matching/matching.go"), "utf8")).toBe(
      "package matching\n\n\nfunc loadFrequencyList() {\n\tfrequency.Load()\n\tuse()\n}\n",
    );
  });

  it("takes the checkers as they are when they are written in another way or missing", () => {
    expect(modFile("one", "other")).toBeUndefined();
    expect(modFile("one", "missing")).toBeUndefined();
    expect(modFile("one", "here")).toBeUndefined();
    expect(modFile("one")).toBeUndefined();
  });
});
