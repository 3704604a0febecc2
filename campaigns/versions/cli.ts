import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../node_modules/.cache/pulumi-releases", import.meta.url));
const command = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/** The executable of a CLI release. It is built from its Go modules if it is missing. */
export function cliOf(release: string): string {
  const file = join(cache, release, "bin", "pulumi");
  if (existsSync(file)) return file;
  console.log(`Building the Pulumi CLI ${release} from its Go modules.`);
  const draft = join(cache, `${release}.draft`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, "go.mod"), "module cli\n");
  writeFileSync(join(draft, "tools.go"), `//go:build tools\n\npackage cli\n\nimport _ "${command}"\n`);
  const go = (...args: string[]) => execFileSync("go", args, { cwd: draft, stdio: ["ignore", "inherit", "inherit"] });
  go("get", `${command}@v${release}`);
  go("build", "-trimpath", "-ldflags", `-s -w -X ${versionVariable}=v${release}`, "-o", join("bin", "pulumi"), command);
  renameSync(draft, join(cache, release));
  return file;
}
