import { z } from "zod";
import { isOn } from "../cdn/options.ts";
import { matchesEveryAgent, matchesEveryDomain } from "../cdn/patterns.ts";
import { resourceRule } from "../engine/rule.ts";
import { areAllCountries } from "../net/countries.ts";
import { coveredFamily, reachesNobody } from "../net/networks.ts";

type ListName = "country_acl" | "ip_address_acl" | "referrer_acl" | "user_agent_acl";

/** How the exceptions of a deny list let everyone in; undefined if they do not. */
const opens: Readonly<Record<ListName, (texts: readonly string[]) => string | undefined>> = {
  country_acl: (texts) => (areAllCountries(texts) ? "let everyone in: together they are all countries" : undefined),
  ip_address_acl: (texts) => {
    const family = coveredFamily(texts);
    return family && `let everyone in: together they are all ${family} addresses`;
  },
  referrer_acl: (texts) => letsIn(texts.find(matchesEveryDomain)),
  user_agent_acl: (texts) => letsIn(texts.find(matchesEveryAgent)),
};

function letsIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `lets everyone in: ${JSON.stringify(text)}`;
}

export const openAccessList = resourceRule({
  name: "open-access-list",
  group: "guard-rails",
  severity: "high",
  level: "advisory",
  description: "An enabled access list must exclude at least one client.",
  remediation: "Add exceptions to an allow list, narrow those of a deny list, or remove the list.",
  reference: "platform-api §2.2; companion §3.3",
  controls: { "iso-27001": ["A.8.3"], "cis-v8": ["3.3"] },
  config: z.object({}),
  on: ["cdn.RuleTemplate"],
  evaluate({ value, report }) {
    for (const name of Object.keys(opens) as ListName[]) {
      const list = value.get("options").get(name);
      if (!isOn(list)) continue;
      const policy = list.get("policy_type").text();
      const exceptions = list.get("excepted_values");
      if (exceptions.known() === undefined) continue;
      const elements = exceptions.elements();
      const texts = elements.flatMap((one) => one.text()?.trim() ?? []);
      if (policy === "allow" && elements.length === 0) report(list, "allows everyone: it has no exceptions");
      if (policy === "allow" && name === "ip_address_acl" && texts.length > 0 && reachesNobody(texts))
        report(exceptions, "exclude nobody: no visitor comes from these addresses");
      const message = policy === "deny" ? opens[name](texts) : undefined;
      // The single element that lets everyone in, otherwise all elements.
      if (message !== undefined)
        report(elements.find((one) => message.endsWith(JSON.stringify(one.text()?.trim()))) ?? exceptions, message);
    }
  },
});
