// One command for each resource, alternating, with faults from each of its requests on: 4 s.
import "./foreign-each.ts";
