// Both providers with every kind, forced replacements, and stacks that move to write-only values and back: 25 s.
import "./write-only.ts";
