// Without the state rollback, and with only one of the failing previews: 6 s.
import "./review-state.ts";
