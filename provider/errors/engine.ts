import type { ErrorTable } from "./entry.ts";

/** Creation, ownership and adoption, of every resource. */
export const engineErrors = {
  CP2101: {
    title: "An id has the wrong form",
    cause: "The id of the option `import`, of `get` or of a command is not an id of this kind of resource.",
    remedy: "Give the id in the form that the message names; the reference page of the resource has it too.",
  },
  CP2102: {
    title: "The object to adopt does not exist",
    cause: "The option `import` names an object that the platform does not have, or another account has.",
    remedy: "Correct the id, or check `baseUrl` and `apiKey`.",
  },
  CP2103: {
    title: "The object to adopt differs from the program",
    cause: "An adoption changes nothing, so that program and object must agree first.",
    remedy: "Declare the object as it is (`cloudplatform adopt` writes the declaration), adopt it, then change it.",
  },
  CP2104: {
    title: "The object that `get` reads does not exist",
    cause: "The id is wrong, or the object belongs to another account.",
    remedy: "Correct the id, or check `baseUrl` and `apiKey`.",
  },
  CP2105: {
    title: "The platform has the same object already",
    cause:
      "An object with the same content exists that this stack does not have in state. It may be what an interrupted run made.",
    remedy: "Adopt it with the option `import`, choose another name, or permit a second one with `allowDuplicate`.",
  },
  CP2106: {
    title: "Several objects may be the resource's own",
    cause:
      "After a lost response or an interrupted run more than one object matches, or another stack may own the one that does.",
    remedy: "Identify the right one on the platform and adopt it with the option `import`; delete the others.",
  },
  CP2107: {
    title: "It is unknown whether a purchase was made",
    cause: "The response to a request that costs money was lost, and the platform does not list the result.",
    remedy:
      "Look for it on the platform as the message says. A later run searches again, and never buys again before you remove the record, clear the pending operation or set `allowDuplicate: true` for one run.",
  },
  CP2108: {
    title: "The record of an interrupted creation is of an earlier release",
    cause: "Records of earlier releases do not say what was requested.",
    remedy: "Check on the platform what was created, adopt it with the option `import`, and remove the record.",
  },
  CP2109: {
    title: "The record of a creation cannot be written",
    cause: "The folder is not writable or the disk is full. Nothing was sent.",
    remedy: "Make the folder writable, or name another one in `CLOUDPLATFORM_INTENT_DIR`.",
  },
  CP2110: {
    title: "The record of an interrupted creation cannot be read",
    cause: "The file is damaged or was edited. Nothing was sent.",
    remedy: "Check on the platform what was created, adopt it with the option `import`, and remove the file.",
  },
  CP2111: {
    title: "The record of an interrupted creation is encrypted with another key",
    cause: "The API key was changed after the interruption. Nothing was sent.",
    remedy: "Run once with the earlier key; or check on the platform, adopt what was created, and remove the file.",
  },
  CP2112: {
    title: "The search for what a request may have created failed",
    cause: "The response to a creation was lost, and so was that to the search for its result.",
    remedy: "Run `pulumi up` again: it searches before anything is sent.",
  },
  CP2113: {
    title: "An object that nothing explains was created since the interrupted request",
    cause:
      "Its content differs and no known resource has it, so that it may be another's, or the resource's own: changed since, or stored in another form.",
    remedy: "Declare it as it is and adopt it, or remove the record that the message names.",
  },
  CP2114: {
    title: "The platform lists objects that cannot be read",
    cause: "One of them may be what an earlier request has created, so nothing is created.",
    remedy: "Repair or delete the objects that the message names.",
  },
  CP2115: {
    title: "The object of an earlier run is gone",
    cause: "It was deleted on the platform before it came into state.",
    remedy: "Run `pulumi up` again: it is created.",
  },
  CP2116: {
    title: "The object of an earlier run cannot be continued",
    cause:
      "It was changed on the platform, is in another stack, or the program now declares something that would replace it.",
    remedy: "Adopt it with its present values, or delete it on the platform, then run again.",
  },
  CP2117: {
    title: "The object was changed on the platform since it was last read",
    cause: "The preview did not show that change, so nobody has agreed to overwrite it.",
    remedy: "Run `pulumi refresh`; the next preview shows what happens to the change.",
  },
  CP2118: {
    title: "The object is gone from the platform",
    cause: "It was deleted outside of Pulumi while an update or read needed it.",
    remedy: "Run `pulumi refresh` (or `pulumi up --refresh`); the next `up` creates it again.",
  },
  CP2119: {
    title: "A field of the response is not of its type",
    cause: "A value that is needed has another type than the API describes, so that it could not be used safely.",
    remedy: "Report the message: the platform has probably changed.",
  },
  CP2120: {
    title: "A resource has an unknown argument",
    cause: "The program passes a name that the resource does not have.",
    remedy: "Use the name that the message suggests.",
  },
  CP2121: {
    title: "The object was changed after its review",
    cause: "An update applies a review, and the object is no longer as the review has read it. It was not touched.",
    remedy: "Make a new review.",
  },
  CP2122: {
    title: "A creation whose response was lost stops",
    cause: "The setting `stopOnLostResponse` is on, and an object that matches was found: it may be another stack's.",
    remedy: "Check whose it is, then adopt it with the option `import` or remove it.",
  },
  CP2123: {
    title: "The settings point to another platform or account",
    cause:
      "State names the platform and account that have the object, and base URL or API key are those of others: an object of the same id there is not this one. A state of an earlier release names neither, and what the settings lead to is missing or another object. `refresh` and `destroy` use the settings of the last `up`.",
    remedy:
      "Set base URL and API key to those of the object's account; `pulumi refresh --run-program` uses those of the program. A rotated key of the same account, and a new host name under which the same account shows, need nothing; where the account does not show, run once with `CLOUDPLATFORM_MOVED_FROM` set to the former address, or to `unknown` where an earlier release wrote the state and the settings are right.",
  },
  CP2124: {
    title: "Pulumi's backend could not be read",
    cause:
      "Whose an object is, or whether an interrupted run has requested it, the state of this stack or of others says, and the command of the Pulumi CLI that prints it failed: no CLI on the PATH, a backend that does not answer, a damaged state, or no right to read a stack.",
    remedy:
      "Run the command that the message names, and repair what it reports. Nothing was taken, changed or deleted.",
  },
  CP2125: {
    title: "The object to import belongs to another resource",
    cause:
      "Another resource of the program, of the stack or of another stack of the backend has it, imports it, too, or may be creating it.",
    remedy:
      "Import it once. Rename its resource with `aliases`, move it with `pulumi state move`, or remove it with `pulumi state delete` first; between a template and a set, remove it from the program in the same change.",
  },
} as const satisfies ErrorTable;
