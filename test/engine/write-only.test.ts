// Each resource with one of the providers, alternating: 6 s, because hashing a value is slow by design.
import "./write-only.ts";
