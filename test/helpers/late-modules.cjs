"use strict";
// Preloaded into the Node processes of tests: the CLI's language hosts, programs, providers and analyzers, and the test
// workers. Each of them imports the Pulumi SDK, which loads npm's Arborist and the TypeScript compiler for the
// serialization of closures alone, its Automation API, and what sends traces: half of the processor time of a program with
// one resource. Here they are loaded when they are used.
const Module = require("node:module");

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
  // The programs of tests have no source maps, unless Pulumi compiles them: those of the SDK itself would be read for the first
  // stack trace.
  ...(process.env.PULUMI_NODEJS_TYPESCRIPT === "true"
    ? []
    : [
        {
          file: /@pulumi[\\/]pulumi[\\/]cmd[\\/](run|dynamic-provider|run-policy-pack)[\\/]index\.js$/,
          request: /^source-map-support\/register$/,
          standIn: () => ({}),
        },
      ]),
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

Module._load = function (request, parent, isMain) {
  const get = () => Reflect.apply(load, this, [request, parent, isMain]);
  const rule = late.find((one) => one.request.test(request) && one.file.test(parent?.filename ?? ""));
  return rule === undefined ? get() : rule.standIn(get);
};

// Node writes compiled modules at the end of a process, and the engine kills its providers.
if (Module.getCompileCacheDir?.() !== undefined) setTimeout(() => Module.flushCompileCache?.(), 500).unref();
