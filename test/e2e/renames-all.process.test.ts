// With the other provider: 6 s.
import "./renames.ts";
