import { amount, choice, needsWrite } from "./behavior.ts";

/** Behaviors that handlers, the store and timers read. */
export const handledBehaviors = {
  cdnPatch: choice(
    ["merge", "replace"],
    "PATCH of a rule template merges `options` by name, or replaces all of them.",
    "open point: CDN PATCH; companion §3.2",
    needsWrite,
  ),
  ruleTemplateList: choice(
    ["as-asked", "bare", "wrapped"],
    "The list of rule templates is a bare array, or wrapped when the request paginates; or always one of the two.",
    "companion §3.1",
  ),
  pageSize: amount(
    1000,
    "Maximum number of items in a page, whether the request paginates or not. 0: no maximum.",
    "companion §7.3",
  ),
  strangers: choice(
    ["none", "present"],
    "Lists contain an object of each kind whose fields have unexpected types and values.",
    "companion §9",
  ),
  visibilityDelay: amount(
    3600,
    "Seconds of the platform's clock until get and list return a created object.",
    "companion §11",
    needsWrite,
  ),
  patchUpgrades: choice(
    ["never", "nightly"],
    "At 03:00 UTC the platform upgrades clusters to the latest patch of their minor version.",
    "companion §2.5",
    { undetectable: "it shows over a night" },
  ),
  noopPatch: choice(
    ["no-task", "task"],
    'PATCH of a cluster without a change returns `{"tasks": []}`, or starts a task.',
    "open point: PATCH that changes nothing",
    needsWrite,
  ),
  nameConflict: choice(
    ["409", "400"],
    "Status of a create whose name is already used.",
    "open point: name taken; companion §11",
    needsWrite,
  ),
  resizeBeyondBounds: choice(
    ["accepted", "refused"],
    "Resizing a pool beyond its bounds changes the bounds, or is refused.",
    "companion §2.1",
    needsWrite,
  ),
  reservationRefusal: choice(
    ["409", "400"],
    "Status of deleting a reservation that is no longer `CREATED`.",
    "open point: deleting a reservation; companion §11",
    needsWrite,
  ),
  owned: choice(
    ["false", "echoed"],
    "`owned` is always false, or echoes the request.",
    "companion §5.3, open point: `owned`",
  ),
};
