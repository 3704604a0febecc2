// Searches everything that the CLI, the platform and the commands write for every secret of every resource, all secrets of a declaration
// at once: 9 s.
import "./secrets-planted.ts";
