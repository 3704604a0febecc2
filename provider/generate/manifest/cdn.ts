import { access } from "../../api/cdn/options/access.ts";
import { caching } from "../../api/cdn/options/caching.ts";
import { content } from "../../api/cdn/options/content.ts";
import { headers } from "../../api/cdn/options/headers.ts";
import { origin } from "../../api/cdn/options/origin.ts";
import { routing } from "../../api/cdn/options/routing.ts";
import { cdnOptions, ruleTemplate } from "../../api/index.ts";
import { ruleTemplateDefinition } from "../../resources/rule-template/definition.ts";
import { camel } from "../../schema/index.ts";
import { definitionOf, type Schema } from "../layers.ts";
import { inputsOf, type Part, type Root } from "../root.ts";
import { sentence } from "../words.ts";

const groups = { access, caching, content, headers, origin, routing };

/** `browser_cache_settings` → `BrowserCacheSettings`; options that are only switched share one form. */
function partOfOption(name: string, schema: Schema): Part {
  const shape = definitionOf(schema).shape ?? {};
  const isSwitch =
    Object.keys(shape).join() === "enabled,value" && definitionOf(shape.value as Schema).type === "boolean";
  if (isSwitch) return { name: "SwitchOption", file: "cdn/options", description: "An option that is only switched." };
  const group = Object.entries(groups).find(([, options]) => name in options);
  return { name: sentence(camel(name)), file: `cdn/${group?.[0] ?? "options"}` };
}

const options = Object.entries(cdnOptions).map(
  ([name, schema]) => [`options.${name}`, partOfOption(name, schema)] as const,
);

const edgeAppHook = { name: "EdgeAppHook", file: "cdn/origin", description: "An edge app that runs on the way." };

export const cdnRoots: Root[] = [
  {
    name: "RuleTemplateInputs",
    file: "cdn/rule-template",
    ...inputsOf(ruleTemplateDefinition),
    description: "Inputs of a CDN rule template: options for the paths that a rule matches.",
    source: "platform-api §2.2, §4 #2; companion §3",
    parts: {
      options: {
        name: "RuleTemplateOptions",
        file: "cdn/options",
        description: "Options of a CDN rule template. null adds nothing; absent inherits the CDN resource's setting.",
      },
      ...Object.fromEntries(options),
      "options.bot_protection.bot_challenge": { name: "BotChallenge", file: "cdn/access" },
      "options.edgeapp.on_request_headers": edgeAppHook,
      "options.edgeapp.on_request_body": edgeAppHook,
      "options.edgeapp.on_response_headers": edgeAppHook,
      "options.edgeapp.on_response_body": edgeAppHook,
      "options.force_return.time_interval": { name: "TimeInterval", file: "cdn/routing" },
      "options.static_response_headers.value": {
        name: "ResponseHeader",
        file: "cdn/headers",
        description: "A header that is added to answers.",
      },
    },
  },
  {
    name: "RuleTemplateResult",
    file: "cdn/rule-template",
    schema: ruleTemplate,
    side: "output",
    description: "A CDN rule template as the platform returns it.",
    source: "platform-api §2.2; companion §3",
    // Options are read as they come, so that one that is new or odd does not hide the template.
    types: { options: "RuleTemplateOptions" },
  },
];
