// CLI commands with plans, targets, replacements and refreshes.
import "./commands.ts";
