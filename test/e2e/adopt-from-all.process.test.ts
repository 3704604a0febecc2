// States of both tools with both versions of the provider: 9 s.
import "./adopt-from.ts";
