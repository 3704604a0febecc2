import type { CheckFailure } from "../../engine/index.ts";
import type { RuleTemplateInputs } from "../../types/cdn.ts";
import { patternProblem } from "./pattern.ts";

type Options = NonNullable<RuleTemplateInputs["options"]>;

/** Rules that the schema leaves to the platform, which would refuse them only when the template is made. */
export function templateFailures(inputs: RuleTemplateInputs, isUnknown: (value: unknown) => boolean): CheckFailure[] {
  const failures: CheckFailure[] = [];
  const hold = (property: string, reason: string | undefined) => {
    if (reason !== undefined) failures.push({ property, reason });
  };
  if (!isUnknown(inputs.rule)) hold("rule", patternProblem(inputs.rule));
  const options = knownIn(inputs.options);
  hold("options.sni.custom_hostname", hostnameProblem(options.sni));
  hold("options.request_limiter.rate", rateProblem(options.request_limiter));
  hold("options.redirect_https_to_http", redirectProblem(options));
  const { rewrite, user_agent_acl: agents } = options;
  const [pattern] = rewrite === undefined || isUnknown(rewrite?.body) ? [] : (rewrite?.body?.split(/\s+/) ?? []);
  if (pattern !== undefined) hold("options.rewrite.body", patternProblem(pattern));
  const listed = Array.isArray(agents?.excepted_values) ? agents.excepted_values : [];
  listed.forEach((agent, index) => {
    const [, expression] = /^~\*?(.*)$/s.exec(String(agent)) ?? [];
    if (expression !== undefined && !isUnknown(agent))
      hold(`options.user_agent_acl.excepted_values[${index}]`, patternProblem(expression));
  });
  return failures;
}

/** Options of which something is known: a preview may not know yet what one of them, or all, will be. */
function knownIn(options: RuleTemplateInputs["options"]): Options {
  if (typeof options !== "object" || options === null) return {};
  return Object.fromEntries(Object.entries(options).filter(([, option]) => typeof option === "object"));
}

/** Required whatever `sni_type` says (companion §3.3). */
function hostnameProblem(sni: Options["sni"]): string | undefined {
  if (sni === undefined || sni === null || (sni.custom_hostname ?? "") !== "") return undefined;
  return "is required with sni: the server name in the TLS handshake with the origin";
}

/** companion §3.3. */
function rateProblem(limiter: Options["request_limiter"]): string | undefined {
  if (limiter === undefined || limiter === null || (limiter.rate ?? undefined) !== undefined) return undefined;
  return "is required with request_limiter: how many requests are let through, at least 1";
}

/** Each would send clients back to the other for ever (companion §3.3). */
function redirectProblem({ redirect_http_to_https: up, redirect_https_to_http: down }: Options): string | undefined {
  const isOn = (redirect: Options["redirect_http_to_https"]) => redirect?.enabled === true && redirect.value === true;
  if (!isOn(up) || !isOn(down)) return undefined;
  return "cannot be on together with redirect_http_to_https: clients would be sent from one to the other for ever. Switch one of them off";
}
