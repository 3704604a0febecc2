// The fallback: builds the same version from its Go modules, which go.mod and go.sum pin.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runGroup } from "./process-group.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
export const MODULE = "github.com/pulumi/pulumi/pkg/v3";
const PACKAGE = `${MODULE}/cmd/pulumi`;
const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/** Builds the CLI into the folder `draft`, as `target`. Resolves with the reason of a failure, or undefined. */
export async function buildFromGo({ version, draft, target, progress, signal }) {
  const unsuitable = await goIsUnsuitable(signal);
  if (unsuitable !== undefined) return unsuitable;
  const run = (args, onLine) => runGo(args, { draft, signal, onLine });
  progress.say(
    `Building ${version} from its Go modules: this takes some minutes and 3 GB in Go's caches, once per machine.`,
  );

  let downloaded = 0;
  let packages = 0;
  const listing = await progress.during(
    () => `Fetching Go modules for the Pulumi CLI ${version}: ${downloaded}`,
    () =>
      run(["list", "-mod=readonly", "-deps", PACKAGE], (line, stream) => {
        if (stream === "stdout") packages += 1;
        else if (line.startsWith("go: downloading")) downloaded += 1;
      }),
  );
  if (listing.code !== 0) return explain("go list", listing);
  const flags = buildFlags(VERSION_VARIABLE, `v${version}`);

  let compiled = 0;
  const building = await progress.during(
    // Packages in Go's cache from an interrupted run are not compiled again and not counted.
    () => `Building the Pulumi CLI ${version}: ${compiled} of at most ${packages} packages compiled`,
    () =>
      run(["build", "-v", ...flags, "-o", target, PACKAGE], (line) => {
        if (!line.includes(" ")) compiled += 1;
      }),
    () => (packages === 0 ? undefined : compiled / packages),
  );
  return building.code === 0 ? undefined : explain("go build", building);
}

/** Builds the language host of this folder, whose modules are among the CLI's own. Resolves like {@link buildFromGo}. */
export async function buildLanguageHost({ version, draft, target, progress, signal }) {
  const unsuitable = await goIsUnsuitable(signal);
  if (unsuitable !== undefined) return unsuitable;
  const args = ["build", ...buildFlags("main.version", version), "-o", target, "./language-host"];
  const building = await progress.during(
    () => `Building the Node language host of the Pulumi CLI ${version}`,
    () => runGo(args, { draft, signal }),
  );
  return building.code === 0 ? undefined : explain("go build", building);
}

/** Builds `packages` of another module, in the folder `module`, into the folder `target`. Resolves like {@link buildFromGo}. */
export async function buildTools(packages, { version, module, mod, draft, target, progress, signal }) {
  const unsuitable = await goIsUnsuitable(signal);
  if (unsuitable !== undefined) return unsuitable;
  const args = ["build", ...buildFlags(VERSION_VARIABLE, `v${version}`, mod), "-o", target, ...packages];
  const names = packages.map((one) =>
    one
      .replace(/\/v\d+$/, "")
      .split("/")
      .at(-1),
  );
  const building = await progress.during(
    () => `Building ${names.join(", ")}`,
    () => runGo(args, { draft, module, signal }),
  );
  return building.code === 0 ? undefined : explain("go build", building);
}

/** Runs Go in a module's folder. An interrupted Go leaves temporary files behind, which are removed with the draft. */
export function runGo(args, { draft, signal, module = HERE, onLine }) {
  return runGroup("go", args, { signal, onLine, cwd: module, env: { ...goEnvironment(), GOTMPDIR: draft } });
}

function buildFlags(variable, version, mod = "readonly") {
  // The CLI's version with its "v", and no symbols, as in the official release (.goreleaser.yml).
  return [`-mod=${mod}`, "-trimpath", "-buildvcs=false", "-ldflags", `-s -w -X ${variable}=${version}`];
}

function goEnvironment() {
  // Without a C compiler, without a go.work above the checkout, and for this machine.
  return { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GO111MODULE: "on", GOOS: "", GOARCH: "" };
}

/** Why this machine's Go cannot be used, or undefined. Runs outside of this folder, whose go.mod Go would apply. */
async function goIsUnsuitable(signal) {
  if (process.platform === "win32") return "the build supports Linux and macOS only";
  const options = { signal, cwd: os.tmpdir(), env: goEnvironment() };
  const result = await runGroup("go", ["env", "GOVERSION", "GOTOOLCHAIN"], options);
  if (result.missing) return 'Go is not installed (there is no "go" on the PATH)';
  if (result.code !== 0) return explain("go env", result);
  const [found, toolchain] = result.lines;
  const required = requiredGoVersion();
  if (!isOlder(found, required)) return undefined;
  // Since 1.21 Go downloads a newer Go, unless GOTOOLCHAIN=local.
  if (toolchain !== "local" && !isOlder(found, "1.21")) return undefined;
  const forbids = toolchain === "local" ? ", and GOTOOLCHAIN=local forbids Go to download a newer one" : "";
  return `Go is ${found.replace(/^go/, "")} here, but ${required} or newer is required (tools/pulumi-cli/go.mod)${forbids}`;
}

/** The Go version in go.mod. */
export function requiredGoVersion() {
  return /^go (\S+)$/m.exec(fs.readFileSync(path.join(HERE, "go.mod"), "utf8"))[1];
}

function isOlder(version, than) {
  const numbers = (text) => (/\d+(\.\d+)*/.exec(text)?.[0] ?? "0").split(".").map(Number);
  const [left, right] = [numbers(version), numbers(than)];
  const at = right.findIndex((number, index) => number !== (left[index] ?? 0));
  return at >= 0 && (left[at] ?? 0) < right[at];
}

/** Go's error messages, without the names of downloaded and compiled packages. */
export function explain(what, { code, lines }) {
  const messages = lines.filter((line) => line.includes(" ") && !line.startsWith("go: downloading"));
  return `${what} ended with ${code === null ? "a signal" : `code ${code}`}: ${messages.slice(-4).join("; ") || "(no message)"}`;
}
