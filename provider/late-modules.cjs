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

/** What is required of a policy pack's compiler while it is late: names that no package has. */
const compiler = { typescriptRequire: "late:typescript", tsnodeRequire: "late:ts-node" };

/** Extensions that ts-node compiles where no tsconfig.json says otherwise. */
const compiled = [".ts", ".tsx"];

/** Does something before the first file is loaded that has to be compiled. */
function beforeCompiled(register) {
  const { _extensions: extensions } = Module;
  const present = compiled.map((name) => [name, extensions[name]]);
  for (const name of compiled)
    extensions[name] = (module, file) => {
      for (const [other, handler] of present) {
        if (handler === undefined) delete extensions[other];
        else extensions[other] = handler;
      }
      register();
      return extensions[name](module, file);
    };
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
  // Every policy pack waited for the TypeScript compiler, also one that is JavaScript.
  {
    file: /@pulumi[\\/]pulumi[\\/]cmd[\\/]run-policy-pack[\\/]run\.js$/,
    request: /^\.\.\/\.\.\/tsutils$/,
    standIn: (get) => ({ ...get(), __esModule: true, typeScriptRequireStrings: () => compiler }),
  },
  {
    file: /@pulumi[\\/]pulumi[\\/]cmd[\\/]run-policy-pack[\\/]run\.js$/,
    request: /^late:typescript$/,
    standIn: (_, get) => ({
      get version() {
        try {
          return get("typescript/package.json").version;
        } catch {
          // The one that the SDK has inside.
          return "3.8.3";
        }
      },
    }),
  },
  {
    file: /@pulumi[\\/]pulumi[\\/]cmd[\\/]run-policy-pack[\\/]run\.js$/,
    request: /^late:ts-node$/,
    standIn: (_, get) => ({
      register(options) {
        const register = () => {
          const { tsnodeRequire, typescriptRequire } = get("../../tsutils").typeScriptRequireStrings();
          get(tsnodeRequire).register({ ...options, compiler: typescriptRequire });
        };
        // A tsconfig.json may have more files compiled.
        if (options.skipProject === true) beforeCompiled(register);
        else register();
      },
    }),
  },
  // The first stack traces parsed source maps of the SDK and of gRPC: a twentieth of a second.
  {
    file: /@pulumi[\\/]pulumi[\\/]cmd[\\/](run|run-policy-pack|dynamic-provider)[\\/]index\.js$/,
    request: /^source-map-support\/register$/,
    standIn(register, get) {
      register();
      get("source-map-support").install({
        retrieveSourceMap: (file) => (isInstalled.test(file) ? withoutPositions : null),
      });
    },
  },
];

/** Files of the SDK and of gRPC: their sources are not what is installed. */
const isInstalled = /[\\/](@pulumi[\\/]pulumi|@grpc[\\/]grpc-js)[\\/](?!.*node_modules)/;

/** A source map that leaves positions as they are. */
const withoutPositions = { url: "", map: { version: 3, sources: [], names: [], mappings: "" } };

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
  const getOther = (other) => Reflect.apply(load, this, [other, parent, false]);
  const get = () => Reflect.apply(load, this, [request, parent, isMain]);
  const found = lateFor(request, parent?.filename ?? "");
  return found === undefined ? get() : found.standIn(get, getOther);
};

if (process.env.NODE_COMPILE_CACHE === undefined) Module.enableCompileCache?.(join(__dirname, "compile-cache"));
// Node writes compiled modules at the end of a process, and the engine kills its providers.
if (Module.getCompileCacheDir?.() !== undefined) setTimeout(() => Module.flushCompileCache?.(), 500).unref();
