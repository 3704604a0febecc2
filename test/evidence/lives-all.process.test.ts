// In process, but slow: each resource with each behavior and each pair of behaviors: 90 s.
import "./lives.ts";
