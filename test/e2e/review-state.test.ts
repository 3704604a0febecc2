// Without the rollback of a state, and with one of the previews that fail: 6 s.
import "./review-state.ts";
