// Served by the dynamic provider.
import "./renames.ts";
