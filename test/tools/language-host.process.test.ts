import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from "vitest";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { languageHostIsCurrent } from "../../tools/pulumi-cli/install-language-host.mjs";
import { appears, isAlive } from "./processes.ts";
import { ScratchProject } from "./scratch-project.ts";

const PROJECT = `
name: scratch
runtime:
  name: nodejs
  options: { typescript: false, nodeargs: "--title='two words' --no-warnings" }
main: app/
config: { "scratch:word": { default: hello } }
`;

const PROGRAM = `
import fs from "node:fs";
import * as pulumi from "@pulumi/pulumi";
class Word extends pulumi.CustomResource {
  declare public readonly word: pulumi.Output<string>;
  constructor(name: string, args: { word: pulumi.Input<string> }) {
    const loader = \`exports.handler = () => require(\${JSON.stringify(import.meta.dirname + "/handler.cjs")})\`;
    super("pulumi-nodejs:dynamic:Resource", name, { ...args, __provider: loader });
  }
}
const config = new pulumi.Config();
const fail: string | undefined = process.env.SCRATCH_FAIL;
console.log("printed on stdout");
console.error("printed on stderr");
if (fail === "throw") throw new Error("broken on purpose");
if (fail === "exit") process.exit(7);
export const word = new Word("one", { word: config.require("word") }).word;
export const secret = config.getSecret("token");
export const about = { title: process.title, folder: process.cwd(), stack: pulumi.getStack(), project: pulumi.getProject() };
if (fail === "hang") {
  setInterval(() => {}, 1000);
  fs.writeFileSync(process.env.SCRATCH_PIDS + "/program-" + process.pid, "");
}
`;

const HANDLER = `
const fs = require("node:fs");
module.exports = {
  async create(inputs) {
    if (process.env.SCRATCH_FAIL === "hang") {
      fs.writeFileSync(process.env.SCRATCH_PIDS + "/provider-" + process.pid, "");
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    }
    return { id: "1", outs: inputs };
  },
  async diff(_id, olds, news) { return { changes: olds.word !== news.word }; },
  async update(_id, _olds, news) { return { outs: news }; },
};
`;

const POLICIES = `
const pulumi = require("@pulumi/pulumi");
const { PolicyPack } = require("@pulumi/policy");
new PolicyPack("scratch-pack", { policies: [{
  name: "no-bad-words", description: "Words must be good.", enforcementLevel: "mandatory",
  validateResource: ({ props }, report) => {
    if (props.word !== "bad") return;
    report(\`\${pulumi.getProject()}/\${pulumi.getStack()} has word \${new pulumi.Config("scratch").get("word")}\`);
  },
}] });
`;

const FILES = {
  "Pulumi.yaml": PROJECT,
  "app/package.json": '{ "name": "scratch-app", "type": "module", "main": "index.ts" }',
  "app/index.ts": PROGRAM,
  "app/handler.cjs": HANDLER,
  "pack/PulumiPolicy.yaml": "runtime: { name: nodejs, options: { typescript: false } }\nmain: index.js\n",
  "pack/package.json": '{ "name": "scratch-pack", "version": "0.0.1", "main": "index.js" }',
  "pack/index.js": POLICIES,
};

// Installs the CLI if the machine has none.
const { bin } = await ensurePulumi();
const standsIn = fs
  .readFileSync(path.join(path.dirname(bin), "pulumi-language-nodejs"), "latin1")
  .includes("# stand-in by");

test("the CLI has a Node language host: the official one, or the current one of the project where the CLI was built", () => {
  expect(languageHostIsCurrent(path.dirname(path.dirname(bin)))).toBe(true);
});

// Pulumi tests its official host, and every test with the real CLI uses that host.
if (standsIn) {
  describe("the project's language host", () => {
    it("refuses to generate an SDK, which only the official host can", async () => {
      const schema = JSON.stringify({ name: "scratch", version: "0.0.1", functions: { "scratch:index:get": {} } });
      const project = await ScratchProject.create({ ...FILES, "schema.json": schema });
      const { code, text } = await project.run(["package", "gen-sdk", "schema.json", "--language", "nodejs"]);
      project.remove();
      expect(text).toContain("Generating an SDK requires Pulumi's official Node language host");
      expect(code).not.toBe(0);
    });

    describe("a program", () => {
      let project: ScratchProject;

      beforeAll(async () => {
        project = await ScratchProject.create(FILES);
        await project.run(["stack", "init", "dev"]);
        await project.run(["config", "set", "--secret", "token", "not for state"]);
      });

      afterAll(() => project.remove());

      it("runs from its main folder with config, secrets, node arguments and a dynamic resource", async () => {
        const up = await project.run(["up", "--yes", "--skip-preview"]);
        expect(up.code, up.text).toBe(0);
        expect(up.text).toContain("printed on stdout");
        expect(up.text).toContain("printed on stderr");
        const shown = await project.run(["stack", "output", "--json"]);
        expect(JSON.parse(shown.text)).toEqual({
          word: "hello",
          secret: "[secret]",
          about: {
            title: "two words",
            folder: fs.realpathSync(path.join(project.folder, "app")),
            stack: "dev",
            project: "scratch",
          },
        });
        const again = await project.run(["preview", "--expect-no-changes"]);
        expect(again.code, again.text).toBe(0);
      });

      it("reports an exception once", async () => {
        const preview = await project.run(["preview"], { SCRATCH_FAIL: "throw" });
        expect(preview.code).not.toBe(0);
        const diagnostics = preview.text.slice(preview.text.indexOf("Diagnostics:"));
        expect(diagnostics.match(/broken on purpose/g)).toHaveLength(1);
        expect(diagnostics).toContain("app/index.ts");
        expect(diagnostics).not.toContain("exit code");
      });

      it("reports its exit code when it exits", async () => {
        const preview = await project.run(["preview"], { SCRATCH_FAIL: "exit" });
        expect(preview.text).toContain("Program exited with non-zero exit code: 7");
      });

      it("gets an error that names an invalid runtime option", async () => {
        project.write("Pulumi.yaml", PROJECT.replace("typescript: false", 'typescript: "no"'));
        const preview = await project.run(["preview"]);
        project.write("Pulumi.yaml", PROJECT);
        expect(preview.text).toContain('runtime option "typescript" must be a boolean, but is "no"');
      });
    });

    describe("a policy pack", () => {
      let project: ScratchProject;

      beforeAll(async () => {
        project = await ScratchProject.create(FILES);
        await project.run(["stack", "init", "dev"]);
        await project.run(["config", "set", "word", "bad"]);
      });

      afterAll(() => project.remove());

      it("evaluates a preview with the stack and its config", async () => {
        const preview = await project.run(["preview", "--policy-pack", "pack"]);
        expect(preview.code).not.toBe(0);
        expect(preview.text).toContain("[mandatory]  no-bad-words");
        expect(preview.text).toContain("scratch/dev has word bad");
      });

      it("shows its error when it cannot start", async () => {
        project.write("pack/package.json", '{ "name": "scratch-pack", "main": "index.js" }');
        const preview = await project.run(["preview", "--policy-pack", "pack"]);
        project.write("pack/package.json", FILES["pack/package.json"]);
        expect(preview.code).not.toBe(0);
        expect(preview.text).toContain("Version must be defined in the package.json file");
        expect(preview.text).toContain("policy pack not started");
      });
    });

    describe("an engine", () => {
      let project: ScratchProject | undefined;

      afterEach(() => project?.remove());

      it("that is killed ends the language host, the program and the dynamic provider", async () => {
        project = await ScratchProject.create(FILES);
        await project.run(["stack", "init", "dev"]);
        const pids = path.join(project.folder, "pids");
        fs.mkdirSync(pids);
        const engine = project.start(["up", "--yes", "--skip-preview"], { SCRATCH_FAIL: "hang", SCRATCH_PIDS: pids });
        await Promise.all(["program-", "provider-"].map((prefix) => appears(pids, prefix)));
        const ids = fs.readdirSync(pids).map((name) => Number(name.split("-")[1]));
        const host = Number(execFileSync("ps", ["-o", "ppid=", "-p", String(ids[0])], { encoding: "utf8" }));
        const all = [...ids, host];
        expect(all.every(isAlive)).toBe(true);
        engine.kill("SIGKILL");
        await expect.poll(() => all.filter(isAlive)).toEqual([]);
      });

      it("gets an error about a missing SDK from a host that starts without it", async () => {
        project = await ScratchProject.create(FILES, { install: false });
        await project.run(["stack", "init", "dev"]);
        // A runner that cannot exist by chance in a parent folder.
        const preview = await project.run(["preview"], { PULUMI_LANGUAGE_NODEJS_RUN_PATH: "@scratch/absent" });
        expect(preview.text).toContain("@scratch/absent was not found from");
        expect(preview.text).toContain("Have you run pulumi install?");
      });
    });
  });
}
