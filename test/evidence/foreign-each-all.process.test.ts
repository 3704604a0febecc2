// In process, but slow: each command on each resource: 30 s.
import "./foreign-each.ts";
