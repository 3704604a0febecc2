// Not real processes, but the other behaviours, for each provider: 20 s.
import "./lost.ts";
