/** Scenes of reviews, policies and tools, which need the real CLI or a process. */
import { once } from "node:events";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { controlOf } from "../../helpers/control.ts";
import { until } from "../../helpers/until.ts";
import { installScript, startDownloadHost } from "../../tools/download-host.ts";
import { Sandbox, version } from "../../tools/sandbox.ts";
import type { Project } from "../project.ts";
import type { AnyScene, Scene } from "../stage.ts";

const path = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** Returns the declaration of a rule template. */
export const template = (weight: number, name = "one") =>
  `new cdn.RuleTemplate("${name}", { name: "${name}", rule: "/${name}/", ruleType: 0, weight: ${weight} });`;

/** A program that fails, and the program that the error text names. */
export const program = (wrong: string, right: string): AnyScene =>
  inProject((project) => ({ meet: () => project.up(wrong), follow: () => project.up(right) }));

export function inProject(scene: (project: Project) => Scene): AnyScene {
  return { inProject: scene };
}

/** A command that is refused, and the command that the error text leads to. */
export const ran = (wrong: (project: Project) => Promise<unknown>, right: (project: Project) => Promise<unknown>) =>
  inProject((project) => ({ meet: () => wrong(project), follow: () => right(project) }));

/** A reviewed change whose apply is refused. The error text leads to a new review. CP4104 and CP4106 also apply that review. */
const refused = (
  meet: (project: Project) => Promise<unknown>,
  follow = (project: Project): Promise<unknown> => project.review(),
): AnyScene =>
  inProject((project) => ({
    async meet() {
      await project.change();
      await project.review();
      await meet(project);
    },
    follow: () => follow(project),
  }));

/** An environment in which neither the CLI nor a system command is found. */
const noCommands = (project: Project) => ({ PATH: project.file("nowhere") });

export const projectScenes = {
  CP3004: ran(
    (project) => project.command(["inventory"], { PULUMI_BACKEND_URL: `file://${project.file("nowhere")}` }),
    // The exit code is also non-zero when the inventory finds unmanaged objects.
    async (project) => {
      const text = await project.command(["inventory"]).catch((error: Error) => error.message);
      if (!text.includes(": no stack has them")) throw new Error(text);
    },
  ),
  CP3006: inProject((project) => {
    const missing = project.file("missing.cjs");
    const mcp = path("provider/cli/start.cjs");
    return {
      meet() {
        writeFileSync(
          missing,
          `require("node:module").registerHooks({ resolve(specifier, context, next) {
            if (!specifier.startsWith("@modelcontextprotocol/")) return next(specifier, context);
            throw Object.assign(new Error("missing: " + specifier), { code: "ERR_MODULE_NOT_FOUND" });
          } });`,
        );
        return project.node(["--require", missing, mcp, "mcp"]);
      },
      // This checkout has the package that the error text names. The server exits when its standard input ends.
      follow: () => project.node([mcp, "mcp"]),
    };
  }),
  CP4001: ran(
    (project) => project.command(["drift", "-C", tmpdir()]),
    (project) => project.command(["drift", ...project.here]),
  ),
  CP4002: ran(
    (project) => project.command(["review", ...project.here, "--no-policies"], noCommands(project)),
    (project) => project.review(),
  ),
  CP4003: inProject((project) => {
    const settings = { CLOUDPLATFORM_API_KEY: "", CLOUDPLATFORM_BASE_URL: "" };
    const review = (key?: string) =>
      project.command(["review", ...project.here, "--no-policies"], {
        ...settings,
        ...(key && { CLOUDPLATFORM_REVIEW_KEY: key }),
      });
    return {
      async meet() {
        await project.stack.destroy();
        // An explicit provider with a secret, and no other settings.
        await project.stack.program(`new cloudplatform.Provider("own", {
          baseUrl: ${JSON.stringify(project.line.url)}, apiKey: pulumi.secret("local") });`);
        await review();
      },
      follow: () => review("a-secret-of-our-own"),
    };
  }),
  CP4004: ran(
    async (project) => {
      await project.change();
      writeFileSync(project.file("rules.json"), JSON.stringify({ "rule-lenght": "mandatory" }));
      await project.command(["review", ...project.here, "--config", project.file("rules.json")]);
    },
    async (project) => {
      writeFileSync(project.file("rules.json"), JSON.stringify({ all: "disabled" }));
      await project.command(["review", ...project.here, "--config", project.file("rules.json")]);
    },
  ),
  CP4005: inProject((project) => ({
    async meet() {
      await project.change();
      await project.review();
      await project.command(["apply", ...project.here, "--no-policies", "--review", project.file("reviw.json")]);
    },
    follow: () => project.apply(),
  })),
  CP4006: inProject((project) => ({
    async meet() {
      await project.change({ more: template(1, "second") });
      await project.review();
      await controlOf(project.emulator).fault({
        name: "status",
        status: 422,
        endpoint: "ruleTemplates.create",
        count: 1,
      });
      await project.apply();
    },
    follow: () => project.reviewAndApply(),
  })),
  CP4007: refused(async (project) => {
    const interrupt = new AbortController();
    project.line.before = () => interrupt.abort();
    try {
      await project.apply([], {}, { signal: interrupt.signal });
    } finally {
      project.line.before = undefined;
    }
  }),
  CP4101: refused(async (project) => {
    const file = project.file("review/review.json");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), counts: {} }));
    await project.apply();
  }),
  CP4102: refused(async (project) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3600 * 1000 });
    try {
      await project.apply();
    } finally {
      vi.useRealTimers();
    }
  }),
  CP4103: inProject((project) => {
    const rules = project.file("rules.json");
    const args = ["--config", rules];
    const review = () =>
      project.command(["review", ...project.here, ...args, "--exit-zero", "--output", project.file("review")]);
    const apply = () =>
      project.command(["apply", ...project.here, ...args, "--review", project.file("review/review.json")]);
    return {
      async meet() {
        writeFileSync(
          rules,
          JSON.stringify({ all: "disabled", "rule-length": { enforcementLevel: "mandatory", max: 10 } }),
        );
        await project.stack.program(template(1, "longer-than-ten"));
        await review();
        await apply();
      },
      async follow() {
        await project.change();
        await review();
        await apply();
      },
    };
  }),
  CP4104: refused(
    async (project) => {
      await project.change();
      await project.apply();
    },
    (project) => project.reviewAndApply(),
  ),
  CP4105: inProject((project) => ({
    async meet() {
      await project.change();
      await project.review();
      await project.apply(["--stack", "prod"]);
    },
    follow: () => project.apply(["--stack", "test"]),
  })),
  CP4106: inProject((project) => {
    let running: ReturnType<Project["stack"]["start"]> | undefined;
    return {
      async meet() {
        await project.change({
          first: "if (process.env.KEEP_THE_LOCK) await new Promise((resolve) => setTimeout(resolve, 600_000));",
        });
        await project.review();
        project.stack.env.KEEP_THE_LOCK = "1";
        running = project.stack.start("up", "--yes", "--skip-preview");
        delete project.stack.env.KEEP_THE_LOCK;
        await until(
          "the stack is locked",
          () => globSync("backend/.pulumi/locks/**/*.json", { cwd: project.stack.folder })[0],
        );
        await project.apply();
      },
      async follow() {
        running?.signal("SIGINT");
        await running?.done;
        await project.reviewAndApply();
      },
    };
  }),
  CP5002: ran(
    (project) => project.policyCheck(["--stack", "shpo"]),
    (project) => project.policyCheck(["--stack", "test"]),
  ),
  CP5005: ran(
    (project) => project.policyCheck(["--stack", "test"], noCommands(project)),
    (project) => project.policyCheck(["--stack", "test"]),
  ),
  CP5006: ran(
    (project) => project.policyCheck(["--baseline", "baseline.json"]),
    async (project) => {
      await project.policyCheck(["--write-baseline", "baseline.json"]);
      await project.policyCheck(["--baseline", "baseline.json"]);
    },
  ),
  CP5007: ran(
    (project) => {
      mkdirSync(project.file("taken"));
      return project.policyCheck(["--output", "taken"]);
    },
    (project) => project.policyCheck(["--output", "taken/report.txt"]),
  ),
  CP6003: inProject((project) => {
    const taken = createServer();
    return {
      async meet() {
        taken.listen(0, "127.0.0.1");
        await once(taken, "listening");
        await emulator(project, "--port", String((taken.address() as AddressInfo).port));
      },
      async follow() {
        taken.close();
        await emulator(project, "--port", "0");
      },
    };
  }),
  CP6004: ran(
    (project) => emulator(project, "--port", "0", "--speed", "fast"),
    (project) => emulator(project, "--port", "0", "--speed", "10"),
  ),
  CP7001: installation(async (sandbox) => {
    const run = sandbox.get();
    await run.ended;
    throw new Error(run.stderr());
  }),
  CP7002: installation(async (sandbox) => {
    const host = await startDownloadHost(sandbox.folder, installScript(`v${version}`), true);
    try {
      const run = sandbox.get({ ...host.env, PATH: `${sandbox.commands}:/usr/bin:/bin` });
      await until("the download has begun", () => host.requests[0]);
      run.process.kill("SIGINT");
      await run.ended;
      throw new Error(run.stderr());
    } finally {
      await host.close();
    }
  }),
} satisfies Record<string, AnyScene>;

/** Runs an emulator that exits as soon as it is ready. */
async function emulator(project: Project, ...args: string[]): Promise<void> {
  const ended = `process.stdout.write = () => process.exit(0);`;
  await project.node(["--import", `data:text/javascript,${ended}`, path("emulator/cli.ts"), ...args]);
}

/** An installation of the CLI that does not finish, then an installation with a reachable download. */
function installation(meet: (sandbox: Sandbox) => Promise<never>): AnyScene {
  return inProject(() => {
    const sandbox = new Sandbox();
    return {
      meet: () => meet(sandbox),
      async follow() {
        const host = await startDownloadHost(sandbox.folder, installScript(`v${version}`));
        try {
          const run = sandbox.get({ ...host.env, PATH: `${sandbox.commands}:/usr/bin:/bin` });
          if ((await run.ended) !== 0) throw new Error(run.stderr());
        } finally {
          await host.close();
          sandbox.remove();
        }
      },
    };
  });
}
