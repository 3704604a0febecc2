"use strict";
// Preloaded into the Node processes of tests: the CLI's language hosts, programs, providers and analyzers, and the test
// workers. Each of them imports the Pulumi SDK, which loads npm's Arborist and the TypeScript compiler for the
// serialization of closures alone, its Automation API, and what sends traces: half of the processor time of a program with
// one resource. Here they are loaded when they are used.
const Module = require("node:module");

// The SDK sets this flag when it is loaded, and V8 takes compiled modules only under the flags with which they were compiled:
// what is loaded after the SDK would be compiled again in every process.
require("node:v8").setFlagsFromString("--allow-natives-syntax");

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
