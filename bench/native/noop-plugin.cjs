#!/usr/bin/env node
// A native provider that does nothing, to measure the cost of the engine and the protocol.
const grpc = require("@grpc/grpc-js");
const messages = require("@pulumi/pulumi/proto/provider_pb.js");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb.js");
const { ResourceProviderService } = require("@pulumi/pulumi/proto/provider_grpc_pb.js");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb.js");

const { DIFF_NONE } = messages.DiffResponse.DiffChanges;
const answer = (make) => (call, done) => done(null, make(call.request));
let last = 0;
const server = new grpc.Server();
server.addService(ResourceProviderService, {
  handshake: answer(() => new messages.ProviderHandshakeResponse()),
  checkConfig: answer((request) => new messages.CheckResponse().setInputs(request.getNews())),
  diffConfig: answer(() => new messages.DiffResponse().setChanges(DIFF_NONE)),
  configure: answer(() => new messages.ConfigureResponse()),
  check: answer((request) => new messages.CheckResponse().setInputs(request.getNews())),
  diff: answer(() => new messages.DiffResponse().setChanges(DIFF_NONE)),
  create: answer((request) =>
    new messages.CreateResponse().setId(String(++last)).setProperties(request.getProperties()),
  ),
  read: answer((request) =>
    new messages.ReadResponse()
      .setId(request.getId())
      .setProperties(request.getProperties())
      .setInputs(request.getInputs()),
  ),
  delete: answer(() => new Empty()),
  cancel: answer(() => new Empty()),
  getPluginInfo: answer(() => new PluginInfo().setVersion("0.0.1")),
});
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (_error, port) => console.log(String(port)));
