// Not real processes, but each property of each resource: 8 s.
import "./secrets.ts";
