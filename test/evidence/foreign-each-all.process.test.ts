// Not real processes, but each command of each kind with both providers: 20 s.
import "./foreign-each.ts";
