// In process, but slow: each resource with each behaviour: 30 s.
import "./singles.ts";
