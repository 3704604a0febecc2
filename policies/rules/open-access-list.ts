import { z } from "zod";
import { isOn } from "../cdn/options.ts";
import { resourceRule } from "../engine/rule.ts";
import { coveredFamily } from "../net/networks.ts";

const lists = ["country_acl", "ip_address_acl", "referrer_acl", "user_agent_acl"];
/** Patterns that match every host name and every user agent. */
const anyText = /^[*.]*\*[*.]*$/;

export const openAccessList = resourceRule({
  name: "open-access-list",
  group: "guard-rails",
  severity: "high",
  level: "advisory",
  description: "An access list that is on must exclude somebody.",
  remediation: "Name the exceptions of a list that allows, or narrow those of a list that denies; or remove the list.",
  reference: "platform-api §2.2; companion §3.3",
  config: z.object({}),
  on: ["cdn.RuleTemplate"],
  evaluate({ value, report }) {
    for (const name of lists) {
      const list = value.get("options").get(name);
      if (!isOn(list)) continue;
      const policy = list.get("policy_type").text();
      const exceptions = list.get("excepted_values");
      if (exceptions.known() === undefined) continue;
      const all = exceptions.elements();
      if (policy === "allow" && all.length === 0) report(list, "allows everyone: it has no exceptions");
      if (policy !== "deny") continue;
      const texts = all.flatMap((one) => one.text()?.trim() ?? []);
      const family = name === "ip_address_acl" ? coveredFamily(texts) : undefined;
      if (family !== undefined) report(exceptions, `let everyone in: together they are all ${family} addresses`);
      const open = name === "ip_address_acl" ? undefined : all.find((one) => anyText.test(one.text()?.trim() ?? ""));
      if (open !== undefined) report(open, `lets everyone in: ${JSON.stringify(open.text())}`);
    }
  },
});
