// Not real processes, but each kind by both providers: 12 s.
import "./write-only.ts";
