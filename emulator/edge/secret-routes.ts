import { createHash } from "node:crypto";
import type { secretBody } from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import type { Platform } from "../platform.ts";
import { notFound, PlatformError } from "../server/errors.ts";
import type { HandlersOf } from "../server/handler.ts";
import type { StoredSecret } from "./records.ts";

type Body = z.output<typeof secretBody>;
type Slots = StoredSecret["secret_slots"];

/** Secrets of edge apps; their values are write-only. platform-api §2.10, §4 #12, companion §5. */
export const secrets: HandlersOf<"secrets"> = {
  // The response for a single secret has no id (companion §5.1).
  "secrets.get": ({ params }, platform) => {
    const { id, ...secret } = toResponse(platform, find(platform, params.id));
    if (!platform.visibility.sees("secrets", id)) throw notFound(`Secret ${id}`);
    return secret;
  },

  "secrets.list": ({ query }, platform) => {
    const found = platform.store.secrets
      .all()
      .filter(
        (secret) =>
          platform.visibility.sees("secrets", secret.id) &&
          (query.secret_name === undefined || secret.name === query.secret_name) &&
          (query.app_id === undefined || usersOf(platform, secret.id).includes(query.app_id)),
      );
    const start = query.offset ?? 0;
    const page = found.slice(start, query.limit === undefined ? undefined : start + query.limit);
    return { secrets: page.map((secret) => toResponse(platform, secret)), count: found.length };
  },

  "secrets.create": ({ body }, platform) => {
    assertNameFree(platform, body.name, undefined);
    const id = platform.store.secrets.nextId();
    platform.visibility.created("secrets", id);
    return toResponse(platform, save(platform, { id, ...settings(body, []) }));
  },

  "secrets.replace": ({ params, body }, platform) => {
    const current = find(platform, params.id);
    assertNameFree(platform, body.name, current.id);
    return toResponse(platform, save(platform, { id: current.id, ...settings(body, current.secret_slots) }));
  },

  "secrets.patch": ({ params, body }, platform) => {
    const current = find(platform, params.id);
    const { name = current.name, comment = current.comment, secret_slots } = body;
    assertNameFree(platform, name, current.id);
    const slots = secret_slots === undefined ? current.secret_slots : slotsOf(secret_slots, current.secret_slots);
    return toResponse(platform, save(platform, { id: current.id, name, comment, secret_slots: slots }));
  },

  "secrets.delete": ({ params, query }, platform) => {
    const secret = find(platform, params.id);
    const users = usersOf(platform, secret.id);
    if (users.length > 0)
      throw new PlatformError(409, `Secret ${secret.id} is used by apps ${users.join(", ")}.`, {
        conflictingIds: users,
      });
    if (secret.secret_slots.length > 0 && !query.force)
      throw new PlatformError(400, `Secret ${secret.id} has values and can only be deleted with force=true.`);
    platform.store.secrets.delete(secret.id);
  },
};

function settings(body: Body, current: Slots) {
  return { name: body.name, comment: body.comment ?? "", secret_slots: slotsOf(body.secret_slots ?? [], current) };
}

/** A slot that is sent without a value keeps its current value. */
function slotsOf(sent: NonNullable<Body["secret_slots"]>, current: Slots): Slots {
  return sent.map(({ slot, value }) => {
    const kept = value === undefined ? current.find((each) => each.slot === slot)?.checksum : undefined;
    return { slot, checksum: kept ?? checksumOf(value ?? "") };
  });
}

function checksumOf(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

function save({ store }: Platform, secret: StoredSecret): StoredSecret {
  store.secrets.put(secret.id, secret);
  return secret;
}

function toResponse(platform: Platform, secret: StoredSecret) {
  return { ...secret, app_count: usersOf(platform, secret.id).length };
}

function usersOf({ store }: Platform, secretId: number): number[] {
  return store.apps
    .all()
    .filter((app) => Object.values(app.secrets).includes(secretId))
    .map((app) => app.id);
}

function assertNameFree({ store }: Platform, name: string, id: number | undefined): void {
  const taken = store.secrets.where("$.name", name).find((secret) => secret.id !== id);
  if (taken === undefined) return;
  throw new PlatformError(409, `Secret name "${name}" is already used by secret ${taken.id}.`, {
    conflictingIds: [taken.id],
  });
}

function find({ store }: Platform, id: number): StoredSecret {
  const secret = store.secrets.get(id);
  if (secret === undefined) throw notFound(`Secret ${id}`);
  return secret;
}
