// Served by both providers: 10 s.
import "./renames.ts";
