import { type Emulator, type EmulatorOptions, startEmulator } from "@cloudplatform/emulator";
import { loadRecords } from "../../emulator/seed/schema.ts";
import { cluster, madeCluster, speaker, template } from "../emulator/platform.ts";

/** All records of a platform, by collection. */
type Records = Record<string, unknown[]>;

const metal = { name: "metal", flavor_id: "bm1-hf-medium", min_node_count: 1 };
const resources = [{ resource_name: "bm1-hf-medium", resource_type: "flavor", resource_value: 1 }];

/** Returns the records of an account with an object of each kind, in each form that affects a behavior. */
export async function accountRecords(): Promise<Records> {
  await using emulator = await startEmulator({ clientId: 5 });
  const speaking = speaker(emulator.url);
  const create = async (path: string, body: object) => {
    const { status, text } = await speaking.call("POST", path, { body });
    if (status >= 300) throw new Error(`${path} was answered ${status}: ${text}`);
  };
  await madeCluster(speaking, cluster);
  await madeCluster(speaking, { ...cluster, name: "edge-2", pools: [metal] });
  const interval = { start_time: "08:00", end_time: "20:00", time_zone: "UTC" };
  await create("/cdn/resources/rule_templates", {
    ...template,
    options: { force_return: { enabled: true, code: 404, body: "gone", time_interval: interval } },
  });
  await create("/edgeapp/v1/template", { name: "plain", binary_id: 41, owned: true, params: [] });
  await create("/cloud/v1/reservations", { name: "metal", period: "MONTHS12", region_id: 76, resources });
  const { store } = emulator.platform;
  return Object.fromEntries(Object.entries(store).map(([name, collection]) => [name, collection.all()]));
}

/** Enough reservations that random numbers are not ascending by chance. */
const reservationCount = 8;

/** Starts an emulator with these records. The emulator assigns the numbers of the reservations. */
export async function accountOf(records: Records, options: Partial<EmulatorOptions>): Promise<Emulator> {
  const emulator = await startEmulator({ clientId: 5, ...options });
  const { database, past, store, visibility } = emulator.platform;
  const { reservations = [], ...others } = records;
  database.write(() => {
    for (const [name, collection] of Object.entries(store)) if (name in others) collection.clear();
    loadRecords(store, others);
    const [reservation] = reservations as ReturnType<typeof store.reservations.all>;
    for (let day = 1; reservation !== undefined && day <= reservationCount; day++)
      store.reservations.put(...numbered({ ...reservation, created_at: `2026-01-0${day}T00:00:00` }));
  });
  emulator.platform.behaviors.onChange();
  past.clear();
  visibility.clear();
  return emulator;

  function numbered<T extends { id: number }>(record: T): [number, T] {
    const id = store.reservations.nextId();
    return [id, { ...record, id }];
  }
}
