// Each command with each source of a key: 9 s.
import "./secrets-key.ts";
