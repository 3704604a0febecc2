// The same with secrets that are alone in a declaration of their own, as well: 15 s.
import "./secrets-planted.ts";
