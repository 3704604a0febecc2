// Each property by one of the providers, by turns: 6 s.
import "./changed-by-others.ts";
