// Both providers with every kind, reviews, imports, forced replacements, and stacks that move to write-only values and back: 30 s.
import "./write-only.ts";
