// The second way: the same version built from its Go modules, as tools/go.mod and go.sum pin them.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runGroup } from "./process-group.mjs";

const TOOLS = fileURLToPath(new URL(".", import.meta.url));
export const MODULE = "github.com/pulumi/pulumi/pkg/v3";
const PACKAGE = `${MODULE}/cmd/pulumi`;
const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/** Builds the CLI into the folder `draft`, as `target`. Resolves with what went wrong, or undefined. */
export async function buildFromGo({ version, draft, target, progress, signal }) {
  if (process.platform === "win32") return "it is made for Linux and macOS only";
  // A Go that is stopped leaves its working files behind; here they go with the draft.
  const env = { ...goEnvironment(), GOTMPDIR: draft };
  const run = (args, onLine) => runGroup("go", args, { signal, onLine, cwd: TOOLS, env });
  const unsuitable = await goIsUnsuitable(signal);
  if (unsuitable !== undefined) return unsuitable;
  progress.say(`Building ${version} from its Go modules: some minutes and 3 GB in Go's caches, once on each machine.`);

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

  let compiled = 0;
  const building = await progress.during(
    // Packages that Go's cache has from an earlier, interrupted run are not compiled again and not counted.
    () => `Building the Pulumi CLI ${version}: ${compiled} of at most ${packages} packages compiled`,
    () =>
      run(["build", "-v", ...buildFlags(version), "-o", target, PACKAGE], (line) => {
        if (!line.includes(" ")) compiled += 1;
      }),
  );
  return building.code === 0 ? undefined : explain("go build", building);
}

function buildFlags(version) {
  // The version is spelt with its "v", and symbols are left out, as in the official release (.goreleaser.yml).
  return ["-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", `-s -w -X ${VERSION_VARIABLE}=v${version}`];
}

function goEnvironment() {
  // No C compiler is needed, no go.work above the checkout counts, and the CLI is for this machine.
  return { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GO111MODULE: "on", GOOS: "", GOARCH: "" };
}

/** Why this machine's Go cannot be used, or undefined. Asked outside of tools/, where go.mod would already be obeyed. */
async function goIsUnsuitable(signal) {
  const options = { signal, cwd: os.tmpdir(), env: goEnvironment() };
  const asked = await runGroup("go", ["env", "GOVERSION", "GOTOOLCHAIN"], options);
  if (asked.missing) return 'Go is not installed (there is no "go" on the PATH)';
  if (asked.code !== 0) return explain("go env", asked);
  const [found, toolchain] = asked.lines;
  const wanted = goVersionWanted();
  if (!isOlder(found, wanted)) return undefined;
  // Go fetches a newer Go by itself since 1.21, unless it is told to keep to the local one.
  if (toolchain !== "local" && !isOlder(found, "1.21")) return undefined;
  const forbids = toolchain === "local" ? ", and GOTOOLCHAIN=local forbids Go to fetch a newer one" : "";
  return `Go is ${found.replace(/^go/, "")} here, but ${wanted} or newer is needed (tools/go.mod)${forbids}`;
}

/** The Go version that go.mod asks for. */
export function goVersionWanted() {
  return /^go (\S+)$/m.exec(fs.readFileSync(path.join(TOOLS, "go.mod"), "utf8"))[1];
}

function isOlder(version, than) {
  const numbers = (text) => (/\d+(\.\d+)*/.exec(text)?.[0] ?? "0").split(".").map(Number);
  const [left, right] = [numbers(version), numbers(than)];
  const at = right.findIndex((number, index) => number !== (left[index] ?? 0));
  return at >= 0 && (left[at] ?? 0) < right[at];
}

/** What Go complained about, without the names of what it downloaded and compiled. */
function explain(what, { code, lines }) {
  const said = lines.filter((line) => line.includes(" ") && !line.startsWith("go: downloading"));
  return `${what} ended with ${code === null ? "a signal" : `code ${code}`}: ${said.slice(-4).join("; ") || "it said nothing"}`;
}
