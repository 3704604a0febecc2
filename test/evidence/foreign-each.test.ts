// A command of each kind by turns, from each of its requests on: 4 s.
import "./foreign-each.ts";
