// Each kind by one of the providers, by turns: 6 s, since each value is hashed slowly on purpose.
import "./write-only.ts";
