// States of both tools with both lines of the provider: 9 s.
import "./adopt-from.ts";
