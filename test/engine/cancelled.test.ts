// Of the reads of an operation some, and each write before or after its response, by turns: 4 s.
import "./cancelled.ts";
