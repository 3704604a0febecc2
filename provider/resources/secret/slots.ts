import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { CheckContext, CheckFailure } from "../../engine/handler/handler.ts";
import { operationSecrets } from "../../engine/secrets/operation-secrets.ts";
import type { SecretInputs } from "../../types/edge.ts";
import { isStandIn } from "../../values/stand-in.ts";
import type { LiveSecret } from "./remote.ts";

type Slots = NonNullable<SecretInputs["secretSlots"]>;

/**
 * Checks that values are given: a request with slots replaces all of them, and no response has a value, so a slot without a value
 * can only stay as it is (companion §5.1).
 */
export function slotFailures(
  { secretSlots: slots }: SecretInputs,
  { declared, adopting, isUnknown }: Pick<CheckContext<SecretInputs>, "declared" | "adopting" | "isUnknown">,
): CheckFailure[] {
  if (adopting || !Array.isArray(slots)) return [];
  if (declared !== undefined && isDeepStrictEqual(declared.secretSlots ?? [], slots)) return [];
  const reason =
    declared === undefined
      ? "is required to create the secret"
      : "is required: a change of the slots sends all of them, and the platform does not return the present value";
  return slots.flatMap((slot, index) =>
    isUnknown(slot) || slot.value !== undefined
      ? []
      : [{ property: `secretSlots[${index}].value`, reason, code: "CP2502" }],
  );
}

/** Returns the slots with their declared values, except for values whose checksum on the platform differs. */
export function withoutChangedValues(slots: Slots | undefined, live: LiveSecret): Slots | undefined {
  return slots?.map((slot) => {
    const checksum = live.secretSlots?.find((one) => one.slot === slot.slot)?.checksum ?? undefined;
    // Without a checksum, nothing is known of the value.
    if (slot.value === undefined || checksum === undefined || checksum === "") return slot;
    return isChecksumOf(checksum, slot.value) ? slot : { slot: slot.slot };
  });
}

/** Whether a live secret has the declared slots and values. */
export function hasSlots(live: LiveSecret, declared: SecretInputs["secretSlots"]): boolean {
  const slots = declared ?? [];
  const found = live.secretSlots ?? [];
  return (
    slots.length === found.length &&
    slots.every(({ slot, value = "" }) => {
      const checksum = found.find((one) => one.slot === slot)?.checksum;
      return typeof checksum === "string" && isChecksumOf(checksum, value);
    })
  );
}

function isChecksumOf(checksum: string, value: string): boolean {
  if (isStandIn(value)) return operationSecrets().writeOnly?.hasChecksum(value, checksum) === true;
  return checksum.toLowerCase() === createHash("sha256").update(value).digest("hex");
}
