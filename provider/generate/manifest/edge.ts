import { appTemplateDetails, endpoints, secret } from "../../api/index.ts";
import { appTemplateDefinition } from "../../resources/app-template/definition.ts";
import { secretDefinition } from "../../resources/secret/definition.ts";
import { inputsOf, type Root } from "../root.ts";

export const edgeRoots: Root[] = [
  {
    name: "AppTemplateInputs",
    file: "edge/app-template",
    ...inputsOf(appTemplateDefinition),
    description: "Inputs of an edge app template.",
    source: "platform-api §2.8, §4 #9; companion §5.2",
    parts: { params: { name: "TemplateParam", description: "A parameter that an app of the template sets." } },
  },
  {
    name: "AppTemplateResult",
    file: "edge/app-template",
    schema: appTemplateDetails,
    side: "output",
    description: "An edge app template as the platform returns it.",
    source: "platform-api §2.8; companion §5.1, §5.3",
    always: ["id", "params"],
    parts: {
      params: {
        name: "TemplateParamResult",
        description: "A parameter that an app of the template sets, as the platform returns it.",
      },
    },
  },
  {
    name: "GetAppsResult",
    file: "edge/app",
    schema: endpoints["apps.list"].response,
    side: "output",
    description: "A page of edge apps.",
    source: "platform-api §4 #7",
    notNull: ["count"],
    parts: { apps: { name: "AppResult", description: "An edge app." } },
  },
  {
    name: "GetAppLogsResult",
    file: "edge/app-log",
    schema: endpoints["appLogs.list"].response,
    side: "output",
    description: "A page of the logs of an edge app.",
    source: "platform-api §4 #10",
    always: ["logs", "offset"],
    notNull: ["totalCount"],
    parts: { logs: { name: "AppLogResult", description: "An entry of the log of an edge app." } },
  },
  {
    name: "SecretInputs",
    file: "edge/secret",
    ...inputsOf(secretDefinition),
    description: "Inputs of a secret of edge apps.",
    source: "platform-api §2.10; companion §5.1, §5.2",
    parts: { secretSlots: { name: "SecretSlot", description: "A value of a secret." } },
  },
  {
    name: "SecretResult",
    file: "edge/secret",
    schema: secret,
    side: "output",
    description: "A secret of edge apps; its values are never returned.",
    source: "platform-api §2.10, §4 #12",
    always: ["id"],
    parts: {
      secretSlots: { name: "SecretSlotResult", description: "A slot of a secret, with the checksum of its value." },
    },
  },
];
