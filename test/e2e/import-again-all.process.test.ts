// With the other provider: 3 s.
import "./import-again.ts";
