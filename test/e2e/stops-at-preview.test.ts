// Each kind by one of the providers, by turns: 9 s.
import "./stops-at-preview.ts";
