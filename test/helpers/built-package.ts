import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackage } from "../../provider/pack/build.ts";
import { packages } from "../../provider/pack/packages.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, "node_modules/.cache/built-packages");
const provider = packages.find(({ folder }) => folder === "provider");
if (provider === undefined) throw new Error("The provider is no package.");
const { folder: source } = provider;

/**
 * Lets the programs in a folder import `@cloudplatform/pulumi` as `npm run pack` builds it, which is what users install.
 * Each program and each provider's process then starts 0.2 s sooner than with the TypeScript of the checkout.
 */
export async function linkBuiltPackage(folder: string): Promise<void> {
  const modules = join(folder, "node_modules/@cloudplatform");
  await mkdir(modules, { recursive: true });
  building ??= built();
  await symlink(await building, join(modules, "pulumi"));
}

let building: Promise<string> | undefined;

/** The folder of the package that is built from the present sources. */
async function built(): Promise<string> {
  const made = join(cache, hashOfSources());
  if (existsSync(made)) return made;
  const draft = join(cache, randomUUID());
  await buildPackage(provider as NonNullable<typeof provider>, draft);
  // What npm installs for this package alone.
  await symlink(join(root, source, "node_modules"), join(draft, "node_modules"));
  // Another test file may have been faster.
  await rename(draft, made).catch(() => rm(draft, { recursive: true, force: true }));
  return made;
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const file of globSync("**/*.{ts,cjs,json}", {
    cwd: join(root, source),
    exclude: ["**/node_modules/**"],
  }).sort())
    hash.update(file).update(readFileSync(join(root, source, file)));
  return hash.digest("hex").slice(0, 16);
}
