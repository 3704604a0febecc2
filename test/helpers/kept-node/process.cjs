"use strict";
// A kept process: it runs scripts of Pulumi's SDK one after another, each as if in its own process (see README.md in this folder).
const { AsyncLocalStorage } = require("node:async_hooks");
const { readFileSync, writeSync } = require("node:fs");
const Module = require("node:module");
const net = require("node:net");
const { dirname } = require("node:path");
const { fileURLToPath } = require("node:url");
const vm = require("node:vm");
const { getSubchannelPool } = require("@grpc/grpc-js/build/src/subchannel-pool");

/** Whether a file belongs to Pulumi's packages or ours. Each job gets new modules of them, but their compiled code is kept. */
const isPackaged = (file) => /[\\/]node_modules[\\/]/.test(file) && isFresh(file);

/** Module wrapper functions, as Node creates them, by file. */
const makers = new Map();

function makerOf(file) {
  let maker = makers.get(file);
  if (maker === undefined) {
    maker = vm.compileFunction(
      readFileSync(file, "utf8"),
      ["exports", "require", "module", "__filename", "__dirname"],
      {
        filename: file,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      },
    );
    makers.set(file, maker);
  }
  return maker;
}

/** Returns the `require` function that Node passes to a module. */
function requireOf(parent) {
  const require = (request) => parent.require(request);
  require.resolve = (request, options) => Module._resolveFilename(request, parent, false, options);
  require.main = process.mainModule;
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  return require;
}

// Node warns about `importModuleDynamically` at the first import. A separate process compiles its modules itself and prints nothing.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).startsWith("vm.USE_MAIN_CONTEXT_DEFAULT_LOADER")) emitWarning.call(process, warning, ...rest);
};

// Compiling a module again for each job would discard V8's type feedback and optimized code.
const { ".js": load } = Module._extensions;
Module._extensions[".js"] = (made, file) => {
  if (!isPackaged(file)) return load(made, file);
  const { exports } = made;
  Reflect.apply(makerOf(file), exports, [exports, requireOf(made), made, file, dirname(file)]);
};

/** Objects in kept modules that Pulumi's packages and ours patch. */
const changed = [
  require("@grpc/grpc-js").Server.prototype,
  require("google-protobuf/google/protobuf/struct_pb").Struct.prototype,
  // A policy pack registers a TypeScript compiler.
  Module._extensions,
  Error,
].map((object) => [object, Object.getOwnPropertyDescriptors(object)]);

const ownPid = process.pid;
const ownGlobals = new Set(Reflect.ownKeys(globalThis));

let job;
let jobs = 0;
/** The job to which the running code belongs: a timer left over from an earlier job must not affect the current one. */
const running = new AsyncLocalStorage();
/** How often the job's event loop became empty. A separate process would end the first time, unless its `beforeExit` listeners add work. */
let timesEmpty = 0;
/** The SDK starts to listen the first time, reports the end of the program the second time, and does nothing the third time. */
const timesToEnd = 4;

/** Whether each job gets a new module: programs, our packages and Pulumi's, but not Pulumi's messages or other installed packages. */
function isFresh(file) {
  if (file === __filename) return false;
  const [, name] = /^.*[\\/]node_modules[\\/](.*)$/.exec(file) ?? [];
  if (name === undefined) return true;
  // The schemas of the contract are stateless, and creating them takes half of a job's time.
  if (/^\.cache[\\/]built-packages[\\/][^\\/]+[\\/]lib[\\/](zod|contract)\.js$/.test(name)) return false;
  return /^\.cache[\\/]built-packages[\\/]|^@pulumi[\\/][^\\/]+[\\/](?!proto[\\/]|vendor[\\/])|^source-map-support[\\/]/.test(
    name,
  );
}

/** If no package.json declares a file's format, Node detects it from the source. Pulumi's packages contain no ES modules. */
function isCommonJs({ url, format }) {
  return format === "commonjs" || (format == null && url.includes("/node_modules/@pulumi/"));
}

// An ES module cannot be evicted from the cache, but a different URL is a different module.
Module.registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const isNew = context.conditions.includes("import") && found.url.startsWith("file:") && isFresh(found.url);
    if (!isNew) return found;
    // Load it before Node scans its exports: the scan would leave cache entries for re-exported modules that were never loaded.
    if (isCommonJs(found)) require(fileURLToPath(found.url));
    return { ...found, url: `${found.url}?job=${jobs}` };
  },
});

/** The job's servers, their in-flight calls, and connections. */
const servers = new Set();
const calls = new Set();
const sockets = new Set();

const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (...given) {
  noteIn(servers, this);
  this.on("connection", (socket) => noteIn(sockets, socket));
  this.on("stream", (call) => noteIn(calls, call));
  return listen.apply(this, given);
};

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  noteIn(sockets, this);
  return connect.apply(this, given);
};

function noteIn(all, one) {
  all.add(one);
  one.once("close", () => all.delete(one));
}

process.on("message", (message) => {
  if (message.script !== undefined) begin(message);
  // Other signals are for a job that has already ended.
  else if (message.token === job?.token) receive(message.signal);
});

process.on("beforeExit", () => {
  if (job === undefined) return;
  timesEmpty += 1;
  setImmediate(() => {
    if (timesEmpty >= timesToEnd) end();
  });
});

// The pool's process has ended, for whatever reason. Nothing would stop servers of a job or lend this process again.
process.on("disconnect", () => process.kill(ownPid, "SIGKILL"));

const ownListeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));

function begin(next) {
  const { script, args, env, folder, pid } = next;
  job = next;
  jobs += 1;
  timesEmpty = 0;
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, script, ...args];
  process.exitCode = undefined;
  // Create records store the process id for liveness checks: that of the process that this one acts for.
  Object.defineProperty(process, "pid", { value: pid, configurable: true, enumerable: true });
  // Create records store the start of their run: the start of the process that this one acts for.
  Object.defineProperty(performance, "timeOrigin", { value: Date.now(), configurable: true, enumerable: true });
  process.channel.unref();
  running.run(next, () => require(script));
}

const { exit } = process;

/** Called by the native plugin when the engine stops it and no calls are in flight. Any other exit ends this process. */
process.exit = (code) => {
  const own = running.getStore();
  if (own !== undefined && own !== job) return undefined;
  if (job?.isStopped !== true || calls.size > 0) return exit.call(process, code);
  process.exitCode = code;
  close();
};

/** Stops the job because the process that this one acts for was killed. If anything keeps running, the pool kills this process, too. */
function leave() {
  if (calls.size > 0) process.kill(ownPid, "SIGKILL");
  job.isKilled = true;
  close();
}

function close() {
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
}

/** Handles a signal. The engine stops its providers with SIGINT; SIGKILL cannot have a listener. */
function receive(signal) {
  job.isStopped = true;
  if (!process.emit(signal, signal)) leave();
}

/** Ends the job when nothing keeps the event loop alive, where a separate process would exit. */
function end() {
  const { token, isKilled } = job;
  if (!isKilled) callExitListeners();
  const code = process.exitCode ?? 0;
  forget();
  process.channel.ref();
  const { user, system } = process.cpuUsage();
  const seconds = (user + system) / 1e6;
  process.send({ code: isKilled ? undefined : code, memoryBytes: process.memoryUsage.rss(), seconds });
  for (const stream of [1, 2]) writeSync(stream, token);
}

/** Calls the job's `exit` listeners. If one throws, its `uncaughtException` listeners get the error; without any, this process exits. */
function callExitListeners() {
  try {
    for (const listener of process.listeners("exit"))
      if (ownListeners.get("exit")?.includes(listener) !== true) listener.call(process, process.exitCode ?? 0);
  } catch (error) {
    if (process.emit("uncaughtException", error, "uncaughtException")) return;
    console.error(error);
    process.removeAllListeners("exit");
    exit.call(process, process.exitCode || 1);
  }
}

function forget() {
  job = undefined;
  process.exitCode = undefined;
  for (const socket of sockets) socket.destroy();
  for (const name of process.eventNames())
    for (const listener of process.rawListeners(name))
      if (ownListeners.get(name)?.includes(listener) !== true) process.removeListener(name, listener);
  for (const file of Object.keys(require.cache)) if (isFresh(file)) delete require.cache[file];
  module.children.length = 0;
  // Undici's global cannot be deleted.
  for (const name of Reflect.ownKeys(globalThis)) if (!ownGlobals.has(name)) Reflect.deleteProperty(globalThis, name);
  // The next engine may listen on an earlier engine's port, where its calls would fail on the closed connection.
  getSubchannelPool(true).pool = Object.create(null);
  for (const [object, properties] of changed) {
    for (const name of Reflect.ownKeys(object)) if (!(name in properties)) delete object[name];
    Object.defineProperties(object, properties);
  }
}
