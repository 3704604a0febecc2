// One state, of Terraform with line 2.x.
import "./adopt-from.ts";
