// Values of half of the kinds by each provider, by turns: previews, plans, updates, policies and the state.
import "./write-only.ts";
