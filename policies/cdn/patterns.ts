/** Patterns that match every domain. */
const anyDomain = /^[*.]*\*[*.]*$/;

/** User agents that have nothing in common. */
const agents = [
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
  "curl/8.5.0",
  "okhttp/4.12.0",
  "Googlebot-Image",
  "x",
];

/** Whether a domain of an access list matches every domain. A leading `*.` matches all subdomains. */
export function matchesEveryDomain(domain: string): boolean {
  return anyDomain.test(domain.trim());
}

/** Whether an agent of an access list, exact or a pattern after `~` or `~*`, matches every agent (companion §3.3). */
export function matchesEveryAgent(agent: string): boolean {
  const text = agent.trim();
  if (!text.startsWith("~")) return /^[*.]*\*[*.]*$/.test(text);
  const isCaseless = text.startsWith("~*");
  try {
    const pattern = new RegExp(text.slice(isCaseless ? 2 : 1), isCaseless ? "i" : "");
    return agents.every((one) => pattern.test(one));
  } catch {
    return false;
  }
}
