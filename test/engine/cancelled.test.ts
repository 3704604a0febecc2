// Of the reads of an operation some, by turns: 6 s.
import "./cancelled.ts";
