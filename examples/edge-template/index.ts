import { edge } from "@cloudplatform/pulumi";

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

export const templateId = hello.templateId;
export const apiType = hello.apiType;
