import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtArchives } from "../../provider/pack/built.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Source folders of our packages, by package name. */
export const packedNames = { pulumi: "provider", emulator: "emulator", policies: "policies" } as const;
export type PackedName = keyof typeof packedNames;

/** Returns the archives that `npm run pack` builds from the current sources. */
export async function archives(): Promise<Record<PackedName, string>> {
  const folder = await builtArchives();
  const archiveOf = (name: PackedName) => join(folder, `cloudplatform-${name}-0.1.0.tgz`);
  return { pulumi: archiveOf("pulumi"), emulator: archiveOf("emulator"), policies: archiveOf("policies") };
}

/** A folder outside the checkout whose `node_modules` serves the projects below it. */
export interface Installed {
  readonly folder: string;
  /** Creates a project with these files and returns its folder. */
  project(name: string, files: Readonly<Record<string, string>>): string;
  remove(): void;
}

/** What to install. */
export interface InstallOptions {
  /** Our packages; all by default. */
  packages?: readonly PackedName[];
  /** Folder of another TypeScript compiler, as a project from a template may have. */
  typescript?: string;
}

/** Installs our packages from their archives, as npm would, and everything else from the checkout. */
export async function installPacked({
  packages = ["pulumi", "emulator", "policies"],
  typescript,
}: InstallOptions = {}): Promise<Installed> {
  const packed = await archives();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "installed-")));
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@cloudplatform"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name === "@cloudplatform" || name === "@pulumi") continue;
    const source = name === "typescript" && typescript !== undefined ? typescript : join(root, "node_modules", name);
    symlinkSync(source, join(modules, name));
  }
  // The SDK resolves the compiler next to it. Through a link, that would be the checkout's compiler.
  cpSync(join(root, "node_modules/@pulumi"), join(modules, "@pulumi"), { recursive: true });
  for (const name of packages) {
    const target = join(modules, "@cloudplatform", name);
    mkdirSync(target);
    execFileSync("tar", ["-xzf", packed[name], "-C", target, "--strip-components", "1"]);
  }
  return {
    folder,
    project(name, files) {
      for (const [file, text] of Object.entries(files)) {
        const path = join(folder, name, file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
      return join(folder, name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** TypeScript 5, installed as a dependency of `arethetypeswrong`. */
export const typescript5 = join(root, "node_modules/@arethetypeswrong/core/node_modules/typescript");
export const typescript6 = join(root, "node_modules/typescript");
