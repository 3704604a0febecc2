// Not real processes, but each kind by the other provider: 4 s.
import "./write-only.ts";
