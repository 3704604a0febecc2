// Not real processes, but each property by one of the providers: 12 s.
import "./changed-by-others.ts";
