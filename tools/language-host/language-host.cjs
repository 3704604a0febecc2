"use strict";
// A Node language host for a CLI that was built from its Go modules, which do not include the official host. It serves
// pulumirpc.LanguageRuntime; the engine starts it with the engine's address as the last argument and reads the port from
// the first line of stdout. Its libraries are in node_modules beside this file, so that it starts in any folder;
// @pulumi/pulumi is resolved from the program's folder.
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
const { LIMITS, listen } = require("./server.cjs");

// This file is in versions/<version of the CLI>/<folder of the host>/.
const CLI_VERSION = path.basename(path.dirname(__dirname));

let engineAddress = process.argv.slice(2).findLast((argument) => !argument.startsWith("-")) ?? "";

/** A handler that responds with the result of `respond`, or with the message of its error. */
function unary(respond) {
  return (call, callback) => {
    Promise.resolve(call)
      .then(respond)
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

function unsupported(name) {
  return unary(() => {
    throw new Error(
      `${name} requires Pulumi's official Node language host, which this CLI does not have. Install the official Pulumi CLI.`,
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
  // The dynamic provider is beside the CLI; the engine downloads any other plugin when a resource first needs it.
  getRequiredPackages: unary(() => new language.GetRequiredPackagesResponse()),
  getRequiredPlugins: unary(() => new language.GetRequiredPluginsResponse()),
  runtimeOptionsPrompts: unary(() => new language.RuntimeOptionsResponse()),
  template: unary(() => new language.TemplateResponse()),
  cancel: unary(() => {
    stopAll("SIGINT");
    return new Empty();
  }),
  generateProgram: unsupported("Converting a program"),
  generateProject: unsupported("Converting a project"),
  generatePackage: unsupported("Generating an SDK"),
  pack: unsupported("Packing an SDK"),
  link: unsupported("Linking an SDK"),
};

async function main() {
  const server = new grpc.Server(LIMITS);
  server.addService(LanguageRuntimeService, handlers);
  const exit = (status) => {
    killAll();
    process.exit(status);
  };
  // The engine interrupts the whole process group when it no longer needs the host.
  process.on("SIGINT", () => exit(0));
  process.on("SIGTERM", () => exit(0));
  whenParentDies(() => exit(1));
  const port = await listen(server);
  process.stdout.write(`${port}\n`);
}

main();
