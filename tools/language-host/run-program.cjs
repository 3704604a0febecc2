"use strict";
// LanguageRuntime.Run: starts the user's program with the SDK's runner and reports how it ended.
const { RunResponse } = require("@pulumi/pulumi/proto/language_pb.js");
const { locate, startNode, stop } = require("./children.cjs");
const { optionsEnvironment, readOptions } = require("./runtime-options.cjs");

// Exit code of the runner when it has already reported the error (cmd/run/index.js).
const ALREADY_REPORTED = 32;

/** Runs the program to its end. `call` is the gRPC call, which the engine can cancel. */
async function runProgram(call, engineAddress) {
  const response = new RunResponse();
  try {
    const { code, signal } = await start(call, engineAddress);
    if (code === ALREADY_REPORTED) response.setBail(true);
    else if (code !== 0) response.setError(describeEnd(code, signal));
  } catch (error) {
    response.setError(error.message);
  }
  return response;
}

function start(call, engineAddress) {
  const request = call.request;
  const info = request.getInfo();
  const options = readOptions(info);
  const runner = process.env.PULUMI_LANGUAGE_NODEJS_RUN_PATH || "@pulumi/pulumi/cmd/run";
  const entry = locate(runner, info.getProgramDirectory(), "pulumi install");
  const env = { ...process.env, ...optionsEnvironment(options), ...configEnvironment(request) };
  // The program writes directly to the engine's pipes, which stream to the user: nothing is buffered here, and nothing
  // is lost when the program exits early.
  const child = startNode([...options.nodeArgs, entry, ...programArguments(request, engineAddress)], {
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  call.on("cancelled", () => stop(child, "SIGINT"));
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`the program could not be started: ${error.message}`)));
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
}

function programArguments(request, engineAddress) {
  const info = request.getInfo();
  const flags = {
    monitor: request.getMonitorAddress(),
    engine: engineAddress,
    organization: request.getOrganization(),
    project: request.getProject(),
    "root-directory": info.getRootDirectory(),
    stack: request.getStack(),
    pwd: info.getProgramDirectory(),
    parallel: String(request.getParallel()),
  };
  const given = Object.entries(flags).filter(([, value]) => value !== "");
  return [
    ...given.flatMap(([flag, value]) => [`--${flag}`, value]),
    ...(request.getDryrun() ? ["--dry-run"] : []),
    info.getEntryPoint() || ".",
    ...request.getArgsList(),
  ];
}

function configEnvironment(request) {
  const config = {};
  request.getConfigMap().forEach((value, key) => {
    // The SDK reads both spellings; old releases only the one with "config".
    const [namespace, ...name] = key.split(":");
    config[`${namespace}:config:${name.at(-1)}`] = value;
  });
  return {
    PULUMI_CONFIG: JSON.stringify(config),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
  };
}

/** Describes how a process ended. */
function describeEnd(code, signal) {
  // V8 aborts when it runs out of memory.
  if (signal === "SIGABRT") {
    return (
      "Program was ended by SIGABRT, usually because Node ran out of memory. " +
      'Raise the limit in Pulumi.yaml: runtime.options.nodeargs: "--max-old-space-size=<megabytes>"'
    );
  }
  return signal ? `Program was ended by ${signal}` : `Program exited with non-zero exit code: ${code}`;
}

module.exports = { runProgram, describeEnd };
