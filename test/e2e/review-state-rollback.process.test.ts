// Everything, including the review of a state that was rolled back: 12 s.
import "./review-state.ts";
