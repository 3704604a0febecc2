import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageOf } from "./javascript.ts";
import { type PackedPackage, root } from "./packages.ts";

interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  engines: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  exports: Record<string, string>;
}

/**
 * Writes the package.json of an installable package: its entry points as JavaScript, and only the dependencies that its code
 * loads.
 */
export function writeManifest(one: PackedPackage, uses: ReadonlySet<string>, stage: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, one.folder, "package.json"), "utf8"));
  const { name, version, description, license, engines, dependencies = {}, peerDependencies } = manifest;
  for (const used of uses)
    if (!(used in dependencies) && !(used in (peerDependencies ?? {})))
      throw new Error(`${one.folder} loads "${used}", which its package.json does not name.`);
  const optional = new Set((one.outside ?? []).map(packageOf));
  const loaded = Object.entries(dependencies).filter(
    ([name]) => (uses.has(name) || one.reads?.includes(name) === true) && !optional.has(name),
  );
  const peers = Object.entries(dependencies).filter(([name]) => optional.has(name));
  const data = Object.entries(manifest.exports).filter(([, file]) => file.endsWith(".json"));
  const packed = {
    name,
    version,
    description,
    license,
    type: "commonjs",
    engines,
    ...repositoryOf(one.folder, process.env.GITHUB_REPOSITORY),
    main: one.main ?? "./index.js",
    types: "./index.d.ts",
    bin: {
      ...Object.fromEntries(Object.keys(one.commands).map((command) => [command, `bin/${command}.js`])),
      ...(one.plugin !== undefined && { [one.plugin]: `plugin/${one.plugin}` }),
    },
    exports: { ...Object.fromEntries(Object.keys(one.entries).map(conditions)), ...Object.fromEntries(data) },
    dependencies: Object.fromEntries(loaded),
    peerDependencies: peers.length === 0 ? peerDependencies : { ...peerDependencies, ...Object.fromEntries(peers) },
    ...(peers.length === 0
      ? {}
      : { peerDependenciesMeta: Object.fromEntries(peers.map(([name]) => [name, { optional: true }])) }),
  };
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(packed, null, 2)}\n`);
}

function conditions(entry: string): [string, object] {
  const file = `./${entry}`;
  return [
    entry === "index" ? "." : file,
    {
      import: { types: `${file}.d.mts`, default: `${file}.mjs` },
      require: { types: `${file}.d.ts`, default: `${file}.js` },
    },
  ];
}

/** Names the repository of the build: npm only accepts a provenance for the repository in the package.json. */
export function repositoryOf(directory: string, repository: string | undefined): object {
  if (repository === undefined || repository === "") return {};
  return { repository: { type: "git", url: `git+https://github.com/${repository}.git`, directory } };
}
