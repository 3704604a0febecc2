// The same with each secret alone in a declaration of its own, as well: 40 s.
import "./secrets-planted.ts";
