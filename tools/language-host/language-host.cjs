"use strict";
// Stand-in for Pulumi's Node language host, for a CLI that was built from its Go modules: the official host is not among
// them. It serves pulumirpc.LanguageRuntime; the engine starts it with its own address as the last argument and reads
// the port from the first line of stdout. The libraries lie in node_modules beside this file, so that it starts in any
// folder; @pulumi/pulumi itself is looked up from the program's folder.
const path = require("node:path");
const grpc = require("@grpc/grpc-js");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb.js");
const { LanguageRuntimeService } = require("@pulumi/pulumi/proto/language_grpc_pb.js");
const language = require("@pulumi/pulumi/proto/language_pb.js");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb.js");
const { killAll, stopAll, whenParentDies } = require("./children.cjs");
const { installDependencies, installedPackages, packageManager } = require("./dependencies.cjs");
const { runPlugin } = require("./run-plugin.cjs");
const { runProgram } = require("./run-program.cjs");
const { readOptions } = require("./runtime-options.cjs");
const { LIMITS, listen } = require("./serving.cjs");

// This file lies in versions/<version of the CLI>/<folder of the host>/.
const CLI_VERSION = path.basename(path.dirname(__dirname));

let engineAddress = process.argv.slice(2).findLast((argument) => !argument.startsWith("-")) ?? "";

/** A handler that answers with what `answer` returns, or with its error's message. */
function unary(answer) {
  return (call, callback) => {
    Promise.resolve(call)
      .then(answer)
      .then((response) => callback(null, response))
      .catch((error) => callback({ code: grpc.status.UNKNOWN, details: error.message }));
  };
}

function streaming(run) {
  return (call) => {
    run(call)
      .then(() => call.end())
      .catch((error) => call.emit("error", { code: grpc.status.UNKNOWN, details: error.message }));
  };
}

function handshake(call) {
  engineAddress = call.request.getEngineAddress() || engineAddress;
  return new language.LanguageHandshakeResponse();
}

function about(call) {
  const info = call.request.getInfo();
  const response = new language.AboutResponse();
  response.setExecutable(process.execPath);
  response.setVersion(process.version);
  response.getMetadataMap().set("packagemanager", packageManager(readOptions(info), info.getProgramDirectory()));
  return response;
}

function programDependencies(call) {
  const folder = call.request.getInfo().getProgramDirectory();
  const dependencies = installedPackages(folder, call.request.getTransitivedependencies()).map(({ name, version }) => {
    const dependency = new language.DependencyInfo();
    dependency.setName(name);
    dependency.setVersion(version);
    return dependency;
  });
  return new language.GetProgramDependenciesResponse().setDependenciesList(dependencies);
}

async function install(call) {
  const info = call.request.getInfo();
  const send = (name) => (data) =>
    call.cancelled || call.write(new language.InstallDependenciesResponse()[name](Buffer.from(data)));
  await installDependencies(call, {
    options: readOptions(info),
    folder: info.getProgramDirectory(),
    onStdout: send("setStdout"),
    onStderr: send("setStderr"),
  });
}

function notHere(name) {
  return unary(() => {
    throw new Error(
      `${name} needs Pulumi's own Node language host; this CLI was built without it. Install the official Pulumi CLI.`,
    );
  });
}

const handlers = {
  handshake: unary(handshake),
  run: unary((call) => runProgram(call, engineAddress)),
  runPlugin: streaming(runPlugin),
  installDependencies: streaming(install),
  about: unary(about),
  getProgramDependencies: unary(programDependencies),
  getPluginInfo: unary(() => new PluginInfo().setVersion(CLI_VERSION)),
  // Programs here need no plugin but the dynamic provider, which lies beside the CLI; any other one is fetched by the
  // engine when a resource first asks for it.
  getRequiredPackages: unary(() => new language.GetRequiredPackagesResponse()),
  getRequiredPlugins: unary(() => new language.GetRequiredPluginsResponse()),
  runtimeOptionsPrompts: unary(() => new language.RuntimeOptionsResponse()),
  template: unary(() => new language.TemplateResponse()),
  cancel: unary(() => {
    stopAll("SIGINT");
    return new Empty();
  }),
  generateProgram: notHere("Converting a program"),
  generateProject: notHere("Converting a project"),
  generatePackage: notHere("Generating an SDK"),
  pack: notHere("Packing an SDK"),
  link: notHere("Linking an SDK"),
};

async function main() {
  const server = new grpc.Server(LIMITS);
  server.addService(LanguageRuntimeService, handlers);
  const leave = (status) => {
    killAll();
    process.exit(status);
  };
  // The engine interrupts the whole process group when it has finished with the host.
  process.on("SIGINT", () => leave(0));
  process.on("SIGTERM", () => leave(0));
  whenParentDies(() => leave(1));
  const port = await listen(server);
  process.stdout.write(`${port}\n`);
}

main();
