import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/**
 * `npm run pack`: writes installable packages to `dist/`. In the checkout Node runs the TypeScript itself; below
 * `node_modules` it does not, so what is installed must be JavaScript.
 */
const root = fileURLToPath(new URL("../..", import.meta.url));
const out = join(root, "dist");

/** Packages that are compiled file by file, and what in them is not for users. */
const packages: Record<string, readonly string[]> = {
  provider: ["generate", "pack"],
  emulator: [],
};

rmSync(out, { recursive: true, force: true });
for (const [folder, left] of Object.entries(packages)) {
  const stage = join(out, folder);
  compile(folder, left, stage);
  copyOthers(folder, left, stage);
  writeManifest(folder, stage);
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: stage, encoding: "utf8" });
  console.log(join("dist", basename(packed.trim())));
}

function compile(folder: string, left: readonly string[], stage: string): void {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(
    {
      ...config,
      include: [folder],
      exclude: ["**/node_modules", "**/dist", ...left.map((name) => `${folder}/${name}`)],
      compilerOptions: {
        ...config.compilerOptions,
        noEmit: false,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        rootDir: folder,
        outDir: stage,
      },
    },
    ts.sys,
    root,
  );
  const program = ts.createProgram(parsed.fileNames, parsed.options);
  // Files of other packages are read for their types, and belong to those packages.
  const own = program.getSourceFiles().filter((file) => file.fileName.startsWith(join(root, folder, "/")));
  const problems = own.flatMap((file) => {
    const { diagnostics } = program.emit(file);
    return [...diagnostics, ...program.getSemanticDiagnostics(file)];
  });
  if (problems.length > 0)
    throw new Error(
      ts.formatDiagnostics(problems, { ...ts.sys, getCanonicalFileName: String, getNewLine: () => "\n" }),
    );
}

/** Pages, seeds and styles go along as they are. */
function copyOthers(folder: string, left: readonly string[], stage: string): void {
  cpSync(join(root, folder), stage, {
    recursive: true,
    filter: (path) =>
      !path.endsWith(".ts") && !/[\\/](node_modules|dist)([\\/]|$)/.test(path) && !left.includes(basename(path)),
  });
  cpSync(join(root, "LICENSE"), join(stage, "LICENSE"));
}

interface Manifest {
  exports: Record<string, string>;
  bin?: Record<string, string>;
}

/** The same entry points, as JavaScript. */
function writeManifest(folder: string, stage: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const compiled = (path: string) => path.replace(/\.ts$/, ".js");
  const exports = Object.entries(manifest.exports).map(([name, path]) => [name, compiled(path)]);
  const bin = Object.entries(manifest.bin ?? {}).map(([name, path]) => [name, compiled(path)]);
  mkdirSync(stage, { recursive: true });
  const packed = { ...manifest, exports: Object.fromEntries(exports), bin: Object.fromEntries(bin) };
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(packed, null, 2)}\n`);
}
