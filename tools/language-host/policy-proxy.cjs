"use strict";
// A proxy between the engine and a policy pack. A pack reads the stack's name and config from the environment, but the
// engine sends them only by a call (ConfigureStack) to a running pack. So the engine connects to this proxy; after the
// call the proxy starts the pack and forwards all further calls.
const grpc = require("@grpc/grpc-js");
const { AnalyzerService } = require("@pulumi/pulumi/proto/analyzer_grpc_pb.js");
const { AnalyzerStackConfigureRequest } = require("@pulumi/pulumi/proto/analyzer_pb.js");
const { LIMITS, listen } = require("./server.cjs");

const same = (bytes) => bytes;
const EMPTY = Buffer.alloc(0);

/**
 * `configuration`: the request of ConfigureStack, or undefined when another call came first (as by `policy publish`).
 * `attach(port)`: the pack listens on this port. `fail(error)`: the pack does not start; every call fails with the error.
 * The server runs as long as this process: otherwise the engine would report a broken connection instead of the failure.
 */
async function startPolicyProxy() {
  const configuration = deferred();
  const pack = deferred();
  pack.promise.catch(() => {});
  const forward = (method) => (call, callback) => {
    configuration.resolve(undefined);
    pack.promise.then(
      (client) => client.makeUnaryRequest(method.path, same, same, call.request, callback),
      (error) => callback({ code: grpc.status.UNAVAILABLE, details: `policy pack not started: ${error.message}` }),
    );
  };
  const ownMethods = {
    handshake: (_call, callback) => callback(null, EMPTY),
    configureStack: (call, callback) => {
      configuration.resolve(call.request);
      callback(null, EMPTY);
    },
  };
  const server = new grpc.Server(LIMITS);
  server.addService(
    mapValues(AnalyzerService, (method) => ({
      ...method,
      requestSerialize: same,
      requestDeserialize: same,
      responseSerialize: same,
      responseDeserialize: same,
    })),
    mapValues(AnalyzerService, (method, name) => ownMethods[name] ?? forward(method)),
  );
  const port = await listen(server);
  return {
    port,
    configuration: configuration.promise.then(
      (bytes) => bytes && AnalyzerStackConfigureRequest.deserializeBinary(bytes),
    ),
    attach: async (packPort) => {
      const client = new grpc.Client(`127.0.0.1:${packPort}`, grpc.credentials.createInsecure(), LIMITS);
      await passConfiguration(client, await configuration.promise);
      pack.resolve(client);
    },
    fail: pack.reject,
  };
}

// Node 20, which may be the only one on the PATH, has no Promise.withResolvers.
function deferred() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}

/** Forwards ConfigureStack, the only source of stack tags; older packs respond with UNIMPLEMENTED. */
function passConfiguration(client, bytes) {
  if (!bytes) return Promise.resolve();
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(AnalyzerService.configureStack.path, same, same, bytes, (error) => {
      if (error && error.code !== grpc.status.UNIMPLEMENTED) reject(error);
      else resolve();
    });
  });
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

/** The environment variables that packs read. */
function stackEnvironment(configuration) {
  if (!configuration) return {};
  const config = {};
  configuration.getConfigMap().forEach((value, key) => {
    config[key] = value;
  });
  const env = {
    PULUMI_NODEJS_ORGANIZATION: configuration.getOrganization(),
    PULUMI_NODEJS_PROJECT: configuration.getProject(),
    PULUMI_NODEJS_STACK: configuration.getStack(),
    PULUMI_NODEJS_DRY_RUN: String(configuration.getDryRun()),
    PULUMI_CONFIG: JSON.stringify(config),
  };
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}

module.exports = { startPolicyProxy, stackEnvironment };
