"use strict";
// Preloaded into the Node processes of tests: the CLI's language hosts, programs, providers and analyzers, and the test
// workers. Each of them imports the Pulumi SDK, which loads npm's Arborist and the TypeScript compiler for the
// serialization of closures alone: a third of the processor time of a `pulumi up`. Here they are loaded when they are used.
const Module = require("node:module");

const { _load: load } = Module;

/** What the SDK requires at its start and uses late: by the requiring file, the request and what takes its place. */
const late = [
  {
    file: /@pulumi[\\/]pulumi[\\/]runtime[\\/]closure[\\/]codePaths\.js$/,
    request: "@npmcli/arborist",
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
    request: "../../typescript-shim",
    standIn: (get) => new Proxy({}, { get: (_, name) => get()[name] }),
  },
];

Module._load = function (request, parent, isMain) {
  const get = () => Reflect.apply(load, this, [request, parent, isMain]);
  const rule = late.find((one) => one.request === request && one.file.test(parent?.filename ?? ""));
  return rule === undefined ? get() : rule.standIn(get);
};

// Node writes compiled modules at the end of a process, and the engine kills its providers.
if (Module.getCompileCacheDir?.() !== undefined) setTimeout(() => Module.flushCompileCache?.(), 500).unref();
