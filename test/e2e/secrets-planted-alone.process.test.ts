// Additionally with declarations that have only one secret: 15 s.
import "./secrets-planted.ts";
