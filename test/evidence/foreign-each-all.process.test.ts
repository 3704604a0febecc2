// Not real processes, but each command of each kind: 30 s.
import "./foreign-each.ts";
