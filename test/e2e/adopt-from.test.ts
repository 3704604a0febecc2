// One state: Terraform with version 2.x.
import "./adopt-from.ts";
