// Also what commands print and write: 20 s.
import "./secrets-settings.ts";
