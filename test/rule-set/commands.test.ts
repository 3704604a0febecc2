// Plans, targets, replacements and refreshes.
import "./commands.ts";
