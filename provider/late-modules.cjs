"use strict";
// Halves the start of Pulumi's Node.js processes: programs, dynamic providers and policy packs. Opt in by
//
//   NODE_OPTIONS="--require=<absolute path>/node_modules/@cloudplatform/pulumi/late-modules.cjs"
//
// Each of them imports the Pulumi SDK, which loads npm's Arborist and the TypeScript compiler for the serialization of closures alone, its
// Automation API, and what sends traces: half of the processor time of a program with few resources. Here they are loaded when
// they are used. It changes what the SDK's own files require, in releases of the SDK that were tested with it, and nothing else.
// Node keeps all modules compiled, in NODE_COMPILE_CACHE or beside this file.
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");

const { _load: load } = Module;

/** A module of TypeScript that others import as a namespace. */
function asNamespace(get) {
  const exports = (key) => (key === "__esModule" ? true : get()[key]);
  return new Proxy(
    {},
    {
      get: (_, key) => exports(key),
      has: (_, key) => key in get(),
      ownKeys: () => Reflect.ownKeys(get()),
      getOwnPropertyDescriptor: (_, key) => ({ ...Reflect.getOwnPropertyDescriptor(get(), key), configurable: true }),
    },
  );
}

/** A function or class. */
function asFunction(get) {
  return new Proxy(function standIn() {}, {
    apply: (_, self, args) => Reflect.apply(get(), self, args),
    construct: (_, args) => Reflect.construct(get(), args),
    get: (_, key) => get()[key],
  });
}

/** What the SDK requires at its start and uses late, or never: by the requiring file, the requests and what takes their place. */
const late = [
  {
    file: /@pulumi[\\/]pulumi[\\/]runtime[\\/]closure[\\/]codePaths\.js$/,
    request: /^@npmcli\/arborist$/,
    // What a module of TypeScript imports as a namespace: without `__esModule` its properties would be copied at once.
    standIn: (get) => ({
      __esModule: true,
      get Arborist() {
        return get().Arborist;
      },
    }),
  },
  {
    file: /@pulumi[\\/]pulumi[\\/]runtime[\\/]closure[\\/]parseFunction\.js$/,
    request: /^\.\.\/\.\.\/typescript-shim$/,
    standIn: (get) => new Proxy({}, { get: (_, name) => get()[name] }),
  },
  {
    file: /@pulumi[\\/]pulumi[\\/]runtime[\\/]closure[\\/]codePaths\.js$/,
    request: /^normalize-package-data$/,
    standIn:
      (get) =>
      (...args) =>
        get()(...args),
  },
  // Programs wait until the SDK has set V8's flag --allow-natives-syntax and has begun to debug its own process, for the files in
  // the texts of errors about closures. Under the flag V8 takes neither Node's own modules as they are compiled in its executable,
  // nor those of the compile cache: 0.3 s of a command's 1.6 s of processor time. A closure that is serialized still sets it.
  {
    file: /@pulumi[\\/]pulumi[\\/]cmd[\\/](run|run-plugin|run-policy-pack)[\\/]index\.js$/,
    request: /^\.\.\/\.\.\/runtime\/closure\/v8Hooks$/,
    standIn: () => ({ isInitializedAsync: async () => undefined }),
  },
  {
    file: /@pulumi[\\/]pulumi[\\/]index\.js$/,
    request: /^\.\/automation$/,
    standIn: asNamespace,
  },
  {
    file: /@pulumi[\\/]pulumi[\\/]cmd[\\/]run[\\/]tracing\.js$/,
    request: /^@opentelemetry\/(?!api$)/,
    // It takes the exports at once, and calls them when an update is traced.
    standIn: (get) => new Proxy({}, { get: (_, name) => asFunction(() => get()[name]) }),
  },
];

/** Releases of the SDK with which this was tested, the first and the last: in others the files may be written in another way. */
const [first, last] = [
  [3, 200],
  [3, 270],
];

/** By the SDK's folder: whether its release was tested. */
const tested = new Map();

function isTested(folder) {
  if (!tested.has(folder)) {
    const [major, minor] = JSON.parse(readFileSync(`${folder}package.json`, "utf8"))
      .version.split(".")
      .map(Number);
    tested.set(folder, major === first[0] && minor >= first[1] && minor <= last[1]);
  }
  return tested.get(folder);
}

function lateFor(request, file) {
  const [folder] = /^.*@pulumi[\\/]pulumi[\\/]/.exec(file) ?? [];
  if (folder === undefined) return undefined;
  const found = late.find((one) => one.request.test(request) && one.file.test(file));
  return found !== undefined && isTested(folder) ? found : undefined;
}

Module._load = function (request, parent, isMain) {
  const get = () => Reflect.apply(load, this, [request, parent, isMain]);
  const found = lateFor(request, parent?.filename ?? "");
  return found === undefined ? get() : found.standIn(get);
};

if (process.env.NODE_COMPILE_CACHE === undefined) Module.enableCompileCache?.(join(__dirname, "compile-cache"));
// Node writes compiled modules at the end of a process, and the engine kills its providers.
if (Module.getCompileCacheDir?.() !== undefined) setTimeout(() => Module.flushCompileCache?.(), 500).unref();
