// Without the create whose task fails 100 times: 1 s.
import "./error-hooks.ts";
