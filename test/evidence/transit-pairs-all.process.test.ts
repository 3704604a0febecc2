// In process, but slow: each resource with each pair of behaviours: 40 s.
import "./transit-pairs.ts";
