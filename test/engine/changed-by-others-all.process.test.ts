// Not real processes, but each property by both providers: 14 s.
import "./changed-by-others.ts";
