// In process, but slow: each resource with the other provider: 4 s.
import "./write-only.ts";
