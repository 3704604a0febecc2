import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Copies the tracked and untracked files of the checkout and links the installed packages. Workspace packages link to the
 * copy, as after `npm ci`.
 */
export function copyCheckout(): { folder: string; remove(): void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "checkout-")));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of listed
    .split("\0")
    .filter((name) => name !== "" && !name.startsWith("test/") && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  const modules = join(root, "node_modules");
  mkdirSync(join(folder, "node_modules", "@cloudplatform"), { recursive: true });
  for (const name of readdirSync(modules))
    if (name !== "@cloudplatform") symlinkSync(join(modules, name), join(folder, "node_modules", name));
  for (const name of readdirSync(join(modules, "@cloudplatform"))) {
    const here = realpathSync(join(modules, "@cloudplatform", name));
    symlinkSync(join(folder, here.slice(root.length)), join(folder, "node_modules", "@cloudplatform", name));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
