// Values of half of the kinds by each provider, by turns.
import "./write-only.ts";
