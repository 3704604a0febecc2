import type { ErrorTable } from "./entry.ts";

/** Creation, ownership and import, of every resource. */
export const engineErrors = {
  CP2101: {
    title: "An id is malformed",
    remedy: "Use the form that the message names.",
  },
  CP2102: {
    title: "The object to import does not exist",
    remedy: "Check the id, `baseUrl` and `apiKey`.",
  },
  CP2103: {
    title: "The object to import differs from the program",
    cause: "An import changes nothing.",
    remedy:
      "Declare the object with its current values (`cloudplatform adopt` writes the declaration), import it, then change it.",
  },
  CP2104: {
    title: "The object that `get` reads does not exist",
    remedy: "Check the id, `baseUrl` and `apiKey`.",
  },
  CP2105: {
    title: "The platform already has this object",
    cause: "An identical object exists outside the stack, perhaps from an interrupted run.",
    remedy:
      "If no other stack has it, import it. If one has it, move it with `pulumi state move`. Or rename yours, or allow a second one with `allowDuplicate`.",
  },
  CP2106: {
    title: "Several objects may belong to the resource",
    cause: "More than one object matches a lost request, or another stack may own the match.",
    remedy:
      "Find the right object with `cloudplatform inventory`, which names each object's stack, and import it. Delete the objects that no stack owns.",
  },
  CP2107: {
    title: "It is unknown whether a purchase was made",
    cause: "The response was lost, and the platform does not list the result.",
    remedy:
      "Look for the purchase as the message says. No run buys again until you remove the record, clear the pending operation, or run once with `allowDuplicate: true`.",
  },
  CP2108: {
    title: "The record of an interrupted creation is from an earlier release",
    remedy: "Import what was created on the platform, and remove the record.",
  },
  CP2109: {
    title: "The record of a creation cannot be written",
    cause: "Nothing was sent.",
    remedy:
      "Make the folder writable, free disk space, or set `CLOUDPLATFORM_INTENT_DIR`. If another run of the stack creates the resource at the same time, as after `pulumi cancel` of a run that was alive, run again when it has ended.",
  },
  CP2110: {
    title: "The record of an interrupted creation cannot be read",
    cause: "It is damaged or was edited. Nothing was sent.",
    remedy: "Import what was created on the platform, and remove the file.",
  },
  CP2111: {
    title: "The record of an interrupted creation was encrypted with another key",
    cause: "The API key was changed. Nothing was sent.",
    remedy: "Run once with the earlier key. Or import what was created, and remove the file.",
  },
  CP2112: {
    title: "The search for a lost creation failed",
    remedy: "Run `pulumi up` again: it searches before it sends anything.",
  },
  CP2113: {
    title: "An unexplained object was created since the interrupted request",
    cause:
      "No known resource owns it. It may belong to this resource, with changed or converted values, or to another owner.",
    remedy: "Declare the object with its current values and import it, or remove the record that the message names.",
  },
  CP2114: {
    title: "The platform lists unreadable objects",
    cause: "One may come from an earlier request, so nothing is created.",
    remedy: "Repair or delete the objects that the message names.",
  },
  CP2115: {
    title: "The object of an earlier run is gone",
    cause: "It was deleted before it was in state.",
    remedy: "Run `pulumi up` again to create it.",
  },
  CP2116: {
    title: "The object of an earlier run cannot be resumed",
    cause: "It was changed, another resource has it, or the program would replace it.",
    remedy:
      "If a resource of this stack has it under an earlier name, set the option `aliases`. If another stack has it, move it with `pulumi state move`. If none has it, import it with its current values, or delete it. Then run again.",
  },
  CP2117: {
    title: "The object was changed on the platform since the last read",
    cause: "The preview did not show this, so it is not overwritten.",
    remedy: "Run `pulumi refresh`; the next preview shows the effect.",
  },
  CP2118: {
    title: "The object is gone from the platform",
    remedy: "Run `pulumi refresh`; the next `up` creates it again.",
  },
  CP2119: {
    title: "A field of the response has the wrong type",
    remedy: "Report the message: the platform has probably changed.",
  },
  CP2120: {
    title: "A resource has an unknown argument",
    remedy: "Use the name that the message suggests.",
  },
  CP2121: {
    title: "The object was changed after its review",
    cause: "It was left as it is.",
    remedy: "Make a new review.",
  },
  CP2122: {
    title: "A creation stops after a lost response",
    cause:
      "A matching object exists and may belong to another owner: `stopOnLostResponse` is on, or the object appeared after the search had ended.",
    remedy: "Find its owner. Then import it, or allow a second object as the message says.",
  },
  CP2123: {
    title: "The settings point to another platform or account",
    cause:
      "`baseUrl` has another host than the objects in state, or `apiKey` belongs to another account. Or an earlier release wrote the state, and the object is missing or different.",
    remedy:
      "Use the settings of that account. `refresh` and `destroy` use those of the last `up`, `pulumi refresh --run-program` the program's. If the same platform has a new address, run `pulumi refresh --run-program` once with `CLOUDPLATFORM_MOVED_FROM` set to the address in the message; for a state of an earlier release, set it to `unknown`.",
  },
  CP2124: {
    title: "Pulumi's backend could not be read",
    cause:
      "It says who owns an object, and the Pulumi CLI is missing, gets no response, or may not read it. Nothing was changed or deleted.",
    remedy: "Run the command that the message names, and repair what it reports.",
  },
  CP2125: {
    title: "The object to import belongs to another resource",
    cause: "A resource of this program, stack or another stack has it, imports it too, or may be creating it.",
    remedy:
      "First rename its resource with `aliases`, move it with `pulumi state move`, or remove it with `pulumi state delete`. Between a template and a set, remove it from the program in the same change.",
  },
  CP2126: {
    title: "A resource in state cannot import another object",
    cause: "`import` applies to a resource, or a rule of a set, that is not in state. This one has another object.",
    remedy:
      "Remove `import`. To manage the other object, first remove the resource with `pulumi state delete`, or give the rule another key.",
  },
  CP2127: {
    title: "An alias names a resource of another kind",
    cause: "`aliases` keeps the object of a resource, whose kind cannot change. Nothing was changed.",
    remedy: "Remove the alias.",
  },
} as const satisfies ErrorTable;
