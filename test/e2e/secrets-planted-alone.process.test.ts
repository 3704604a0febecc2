// The same with each secret alone in a declaration of its own, as well: 30 s.
import "./secrets-planted.ts";
