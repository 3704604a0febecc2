// Without the creation whose task fails a hundred times: 1 s.
import "./error-hooks.ts";
