// Every secret of every resource, all of a declaration at once, in everything that the CLI, the platform and the commands write: 9 s.
import "./secrets-planted.ts";
