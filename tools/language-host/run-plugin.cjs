"use strict";
// LanguageRuntime.RunPlugin: starts a policy pack (kind "analyzer") or a Node provider from its source folder.
const { RunPluginResponse } = require("@pulumi/pulumi/proto/language_pb.js");
const { locate, startNode, stop } = require("./children.cjs");
const { stackEnvironment, startPolicyProxy } = require("./policy-proxy.cjs");
const { describeEnd } = require("./run-program.cjs");
const { optionsEnvironment, readOptions } = require("./runtime-options.cjs");

/** Streams the plugin's output; resolves when it ends successfully, otherwise rejects with the reason. */
async function runPlugin(call) {
  const plan = describePlugin(call.request);
  const say = sender(call);
  if (!plan.isPolicyPack) {
    const child = startPlugin(call, plan, {});
    child.stdout.on("data", say.stdout);
    child.stderr.on("data", say.stderr);
    return ended(child);
  }
  const proxy = await startPolicyProxy();
  await runPolicyPack(call, plan, say, proxy).catch((error) => {
    proxy.fail(error);
    throw error;
  });
}

async function runPolicyPack(call, plan, say, proxy) {
  const cancelled = new Promise((resolve) => call.once("cancelled", resolve));
  say.stdout(`${proxy.port}\n`);
  const configuration = await Promise.race([proxy.configuration, cancelled]);
  if (call.cancelled) return;
  const child = startPlugin(call, plan, stackEnvironment(configuration));
  child.stderr.on("data", say.stderr);
  readPort(child.stdout, say.stdout).then(proxy.attach).catch(proxy.fail);
  await ended(child);
}

function describePlugin(request) {
  const info = request.getInfo();
  const folder = info.getProgramDirectory();
  const isPolicyPack = request.getKind() === "analyzer";
  const options = readOptions(info);
  const runner = isPolicyPack
    ? "@pulumi/pulumi/cmd/run-policy-pack"
    : process.env.PULUMI_LANGUAGE_NODEJS_RUN_PATH || "@pulumi/pulumi/cmd/run-plugin";
  const entry = locate(runner, folder, `npm install in ${folder}`);
  const given = request.getArgsList();
  return {
    isPolicyPack,
    // The two runners expect the folder at opposite ends.
    args: [...options.nodeArgs, entry, ...(isPolicyPack ? [...given, folder] : [folder, ...given])],
    // Packs run in their own folder, other plugins in the engine's.
    cwd: isPolicyPack ? folder : request.getPwd(),
    // The engine sends the whole environment; the later value of a duplicate name applies.
    env: { ...Object.fromEntries(request.getEnvList().map(splitVariable)), ...optionsEnvironment(options) },
  };
}

function splitVariable(text) {
  const at = text.indexOf("=", 1); // on Windows a name may begin with "="
  return [text.slice(0, at), text.slice(at + 1)];
}

function startPlugin(call, plan, env) {
  const child = startNode(plan.args, {
    cwd: plan.cwd,
    env: { ...plan.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  call.on("cancelled", () => stop(child));
  return child;
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`the plugin could not be started: ${error.message}`)));
    child.once("close", (code, signal) => (code === 0 ? resolve() : reject(new Error(describeEnd(code, signal)))));
  });
}

function sender(call) {
  const send = (name) => (data) => {
    if (!call.cancelled) call.write(new RunPluginResponse()[name](Buffer.from(data)));
  };
  return { stdout: send("setStdout"), stderr: send("setStderr") };
}

/** A plugin's first line on stdout is its port; what follows is for the user. */
function readPort(stdout, rest) {
  let seen = "";
  return new Promise((resolve, reject) => {
    const read = (data) => {
      seen += data;
      const end = seen.indexOf("\n");
      if (end < 0) return;
      stdout.off("data", read);
      stdout.on("data", rest);
      if (end + 1 < seen.length) rest(seen.slice(end + 1));
      const port = Number(seen.slice(0, end));
      if (Number.isInteger(port) && port > 0) resolve(port);
      else reject(new Error(`its first line should be a port, but is ${JSON.stringify(seen.slice(0, end))}`));
    };
    stdout.on("data", read);
    stdout.once("end", () => reject(new Error("it ended before it printed its port")));
  });
}

module.exports = { runPlugin };
