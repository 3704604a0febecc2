// With the dynamic provider.
import "./renames.ts";
