// A share of the properties, alternating between the providers: 6 s.
import "./changed-by-others.ts";
