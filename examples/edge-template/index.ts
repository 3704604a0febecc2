import { edge } from "@cloudplatform/pulumi";
import * as pulumi from "@pulumi/pulumi";

const hello = new edge.AppTemplate("hello", {
  binaryId: 42,
  name: "hello",
  owned: true,
  shortDescr: "Says hello",
  params: [
    { name: "greeting", dataType: "string", mandatory: true, descr: "What to say" },
    { name: "repeat", dataType: "number", descr: "How often; once when left out" },
    { name: "token", dataType: "secret", descr: "Secret that callers must send" },
  ],
});

// Set it with: pulumi config set --secret token <value>. The emulator accepts any value.
const value = new pulumi.Config().getSecret("token") ?? pulumi.secret("token-for-the-emulator");
// Apps use this secret for the parameter `token`. It is encrypted in state and compared with the platform by checksum.
const token = new edge.Secret("token", {
  name: "hello-token",
  comment: "Token that callers must send",
  secretSlots: [{ slot: 0, value }],
});

export const templateId = hello.templateId;
export const apiType = hello.apiType;
export const secretId = token.secretId;
