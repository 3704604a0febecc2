import { type Field, type Fields, integer, list, number, object, text } from "./field.ts";

const words = (lines: string): string[] => lines.trim().split(/\s+/);

/** platform-api §2.12. */
export const globalQuotas = words(`
  inference_cpu_millicore_count inference_gpu_a100_count inference_gpu_h100_count inference_gpu_l40s_count
  inference_instance_count keypair_count project_count
`);

/** platform-api §2.12. */
export const regionalQuotas = words(`
  baremetal_basic_count baremetal_gpu_a100_count baremetal_gpu_count baremetal_gpu_h100_count
  baremetal_gpu_l40s_count baremetal_hf_count baremetal_infrastructure_count baremetal_network_count
  baremetal_storage_count caas_container_count caas_cpu_count caas_gpu_count caas_ram_size cluster_count cpu_count
  dbaas_postgres_cluster_count external_ip_count faas_cpu_count faas_function_count faas_namespace_count
  faas_ram_size firewall_count floating_count gpu_count gpu_virtual_a100_count gpu_virtual_h100_count
  gpu_virtual_l40s_count image_count image_size ipu_count laas_topic_count loadbalancer_count network_count ram
  registry_count registry_storage router_count secret_count servergroup_count sfs_count sfs_size shared_vm_count
  snapshot_schedule_count subnet_count vm_count volume_count volume_size volume_snapshots_count
  volume_snapshots_size
`);

/** Each quota has two keys in its container; each key has a limit and a usage. */
const quotas = (names: readonly string[]): Fields =>
  Object.fromEntries(
    names
      .flatMap((name) => [`${name}_limit`, `${name}_usage`])
      .map((key) => [key, object({ limit: number(), usage: number() })]),
  );

/** platform-api §2.12. */
export const notificationThreshold: Field = object({
  client_id: integer(),
  threshold: integer({ min: 60, max: 100, default: 80 }),
  last_sending: text({ nullable: true, sample: "2026-01-02T03:04:05" }),
  last_message: object({
    global_quotas: object(quotas(globalQuotas)),
    regional_quotas: list(object({ region_id: integer(), region_name: text(), ...quotas(regionalQuotas) })),
  }),
});
