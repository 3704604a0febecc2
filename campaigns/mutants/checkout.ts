import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Folders of installed packages. Their entries are linked one by one, so that the copy has its own caches and built packages. */
const installed = ["node_modules", "emulator/node_modules"];

/**
 * A copy of the checkout whose files may change. CLI commands load files that are built from the sources, in processes in which
 * modules cannot be replaced.
 */
export class Checkout {
  readonly folder = mkdtempSync(join(tmpdir(), "mutants-"));

  constructor() {
    const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
    });
    for (const file of listed.split("\n").filter((name) => name !== "" && existsSync(join(root, name))))
      cpSync(join(root, file), join(this.folder, file));
    for (const modules of installed) linkEntries(join(root, modules), join(this.folder, modules));
    // Tests ask git for the list of files.
    execFileSync("git", ["init", "--quiet"], { cwd: this.folder });
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  restore(file: string): void {
    cpSync(join(root, file), join(this.folder, file));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function linkEntries(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if ([".cache", ".vite"].includes(entry.name)) continue;
    // A relative link points to a package of the checkout. Copied as it is, it points to the package of the copy.
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name === "@cloudplatform") linkEntries(source, target);
    else symlinkSync(source, target, entry.isDirectory() ? "junction" : "file");
  }
  mkdirSync(dirname(to), { recursive: true });
}
