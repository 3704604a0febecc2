// Each source of a key, and each command with one of them.
import "./secrets-key.ts";
