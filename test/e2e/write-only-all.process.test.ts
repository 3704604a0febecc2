// Both providers with every resource, reviews, imports, forced replacements, and stacks that switch to write-only values and back: 30 s.
import "./write-only.ts";
