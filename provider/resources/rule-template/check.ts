import type { CheckContext, CheckFailure } from "../../engine/handler/handler.ts";
import { backtrackingProblem, patternProblem } from "../../regex/pattern.ts";
import type { RuleTemplateInputs } from "../../types/cdn.ts";

type Options = NonNullable<RuleTemplateInputs["options"]>;

type PatternContext = Pick<CheckContext<RuleTemplateInputs>, "isUnknown" | "declared" | "adopting" | "replacing">;

/** Checks rules that the schema leaves to the platform, which would refuse a violation only when the template is created. */
export function templateFailures(
  inputs: RuleTemplateInputs,
  { isUnknown, declared, adopting, replacing }: PatternContext,
): CheckFailure[] {
  const failures: CheckFailure[] = [];
  const reject = (property: string, reason: string | undefined) => {
    if (reason !== undefined) failures.push({ property, reason, code: "CP2201" });
  };
  // A pattern that is already deployed must not block other changes.
  const deployed = new Set(declared === undefined ? [] : patternsOf(declared, isUnknown).map(({ pattern }) => pattern));
  for (const { property, pattern } of patternsOf(inputs, isUnknown)) {
    const isNew = !adopting && !replacing && !deployed.has(pattern);
    reject(property, patternProblem(pattern) ?? (isNew ? backtrackingProblem(pattern) : undefined));
  }
  const options = knownIn(inputs.options);
  reject("options.sni.custom_hostname", hostnameProblem(options.sni));
  reject("options.request_limiter.rate", rateProblem(options.request_limiter));
  reject("options.redirect_https_to_http", redirectProblem(options));
  return failures;
}

/** Returns all known regular expressions of a template, with the path of each. */
function patternsOf(inputs: RuleTemplateInputs, isUnknown: (value: unknown) => boolean) {
  const { rewrite, user_agent_acl: agents } = knownIn(inputs.options);
  const found = isUnknown(inputs.rule) ? [] : [{ property: "rule", pattern: inputs.rule }];
  const [pattern] = rewrite === undefined || isUnknown(rewrite?.body) ? [] : (rewrite?.body?.split(/\s+/) ?? []);
  if (pattern !== undefined) found.push({ property: "options.rewrite.body", pattern });
  const listed = Array.isArray(agents?.excepted_values) ? agents.excepted_values : [];
  for (const [index, agent] of listed.entries()) {
    const [, expression] = /^~\*?(.*)$/s.exec(String(agent)) ?? [];
    if (expression !== undefined && !isUnknown(agent))
      found.push({ property: `options.user_agent_acl.excepted_values[${index}]`, pattern: expression });
  }
  return found;
}

/** Returns the options that are known at least in part: a preview may not know yet what one of them, or all, will be. */
function knownIn(options: RuleTemplateInputs["options"]): Options {
  if (typeof options !== "object" || options === null) return {};
  return Object.fromEntries(Object.entries(options).filter(([, option]) => typeof option === "object"));
}

/** Required for every `sni_type` (companion §3.3). */
function hostnameProblem(sni: Options["sni"]): string | undefined {
  if (sni === undefined || sni === null || (sni.custom_hostname ?? "") !== "") return undefined;
  return "is required with sni: the server name in the TLS handshake with the origin";
}

/** companion §3.3. */
function rateProblem(limiter: Options["request_limiter"]): string | undefined {
  if (limiter === undefined || limiter === null || (limiter.rate ?? undefined) !== undefined) return undefined;
  return "is required with request_limiter: how many requests are let through, at least 1";
}

/** Each would redirect clients back to the other forever (companion §3.3). */
function redirectProblem({ redirect_http_to_https: up, redirect_https_to_http: down }: Options): string | undefined {
  const isOn = (redirect: Options["redirect_http_to_https"]) => redirect?.enabled === true && redirect.value === true;
  if (!isOn(up) || !isOn(down)) return undefined;
  return "cannot be on together with redirect_http_to_https: clients would be sent from one to the other for ever. Switch one of them off";
}
