// The same, and what commands print and write of them: 28 s.
import "./secrets-settings.ts";
