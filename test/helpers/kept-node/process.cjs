"use strict";
// A kept process: it runs one script of Pulumi's SDK after another, each as in a process of its own (README.md beside this file).
const { AsyncLocalStorage } = require("node:async_hooks");
const { readFileSync, writeSync } = require("node:fs");
const Module = require("node:module");
const net = require("node:net");
const { dirname } = require("node:path");
const { fileURLToPath } = require("node:url");
const vm = require("node:vm");
const { getSubchannelPool } = require("@grpc/grpc-js/build/src/subchannel-pool");

/** Packages of Pulumi and of ours: their modules are new in each job, but what they are compiled to stays. */
const isPackaged = (file) => /[\\/]node_modules[\\/]/.test(file) && isFresh(file);

/** By file: the function that makes a module, as Node wraps it. */
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

/** What Node gives a module to require others. */
function requireOf(parent) {
  const require = (request) => parent.require(request);
  require.resolve = (request, options) => Module._resolveFilename(request, parent, false, options);
  require.main = process.mainModule;
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  return require;
}

// Compiled again for each job, a module would have neither what V8 has learnt of it nor its optimized code.
const { ".js": load } = Module._extensions;
Module._extensions[".js"] = (made, file) => {
  if (!isPackaged(file)) return load(made, file);
  const { exports } = made;
  Reflect.apply(makerOf(file), exports, [exports, requireOf(made), made, file, dirname(file)]);
};

/** What Pulumi's packages and ours change in modules that are kept. */
const changed = [
  require("@grpc/grpc-js").Server.prototype,
  require("google-protobuf/google/protobuf/struct_pb").Struct.prototype,
  // A policy pack compiles TypeScript.
  Module._extensions,
  Error,
].map((object) => [object, Object.getOwnPropertyDescriptors(object)]);

const ownPid = process.pid;
const ownGlobals = new Set(Reflect.ownKeys(globalThis));

let job;
let jobs = 0;
/** The job of what is running: a timer that an earlier job has left asks for nothing of this one. */
const running = new AsyncLocalStorage();
/** How often the event loop of the job was empty. A process would end at the first time, but for its own listeners. */
let timesEmpty = 0;
/** The SDK begins to listen at the first time, says at the second that the program has ended, and does nothing at the third. */
const timesToEnd = 4;

/** Whether each job has a module of its own: programs, our packages and those of Pulumi, but neither their messages nor other installed packages. */
function isFresh(file) {
  if (file === __filename) return false;
  const [, name] = /^.*[\\/]node_modules[\\/](.*)$/.exec(file) ?? [];
  if (name === undefined) return true;
  // The schemas of the contract are values without a state: half of the time of a job goes into making them.
  if (/^\.cache[\\/]built-packages[\\/][^\\/]+[\\/]lib[\\/](zod|contract)\.js$/.test(name)) return false;
  return /^\.cache[\\/]built-packages[\\/]|^@pulumi[\\/][^\\/]+[\\/](?!proto[\\/]|vendor[\\/])|^source-map-support[\\/]/.test(
    name,
  );
}

/** Node finds the format of a file by its text where no package.json names it; those of Pulumi have no ES modules. */
function isCommonJs({ url, format }) {
  return format === "commonjs" || (format == null && url.includes("/node_modules/@pulumi/"));
}

// An ES module cannot be forgotten, but another URL is another module.
Module.registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const isNew = context.conditions.includes("import") && found.url.startsWith("file:") && isFresh(found.url);
    if (!isNew) return found;
    // Before Node looks for its exports: what it re-exports would have an entry in the cache then that was never loaded.
    if (isCommonJs(found)) require(fileURLToPath(found.url));
    return { ...found, url: `${found.url}?job=${jobs}` };
  },
});

/** Servers of the job, their calls that are under way, and connections. */
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
  // Others are for a job that has ended meanwhile.
  else if (message.token === job?.token) receive(message.signal);
});

process.on("beforeExit", () => {
  if (job === undefined) return;
  timesEmpty += 1;
  setImmediate(() => {
    if (timesEmpty >= timesToEnd) end();
  });
});

// Who keeps this process has ended, however: nobody would end what a job serves, or lend it again.
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
  // Records name the process that asks whether it is alive: the one that this one stands for.
  Object.defineProperty(process, "pid", { value: pid, configurable: true, enumerable: true });
  // A record says since when its run goes on: since the start of the process that this one stands for.
  Object.defineProperty(performance, "timeOrigin", { value: Date.now(), configurable: true, enumerable: true });
  process.channel.unref();
  running.run(next, () => require(script));
}

const { exit } = process;

/** The native plugin ends by this when its engine ends it, with nothing under way. Whatever else exits takes this process with it. */
process.exit = (code) => {
  const own = running.getStore();
  if (own !== undefined && own !== job) return undefined;
  if (job?.isStopped !== true || calls.size > 0) return exit.call(process, code);
  process.exitCode = code;
  close();
};

/** The process that this one stands for was killed: nothing of the job may go on. The pool kills this one, too, where something does. */
function leave() {
  if (calls.size > 0) process.kill(ownPid, "SIGKILL");
  job.isKilled = true;
  close();
}

function close() {
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
}

/** The engine ends its providers by SIGINT. Nobody can listen to SIGKILL. */
function receive(signal) {
  job.isStopped = true;
  if (!process.emit(signal, signal)) leave();
}

/** Nothing keeps the event loop alive: a process of its own would end. */
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

/** What a listener throws, those of the job hear, and the process ends all the same; without any of them it is the end of this process, too. */
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
  // Undici's cannot be deleted.
  for (const name of Reflect.ownKeys(globalThis)) if (!ownGlobals.has(name)) Reflect.deleteProperty(globalThis, name);
  // The next engine may listen on a port of an earlier one: its calls failed by the connection that had ended.
  getSubchannelPool(true).pool = Object.create(null);
  for (const [object, properties] of changed) {
    for (const name of Reflect.ownKeys(object)) if (!(name in properties)) delete object[name];
    Object.defineProperties(object, properties);
  }
}
