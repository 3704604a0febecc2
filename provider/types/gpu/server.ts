// Written by `npm run generate` from the schemas in provider/api; do not edit.

/** A known state of a server. */
export type GpuServerStatus =
  | "ACTIVE"
  | "BUILD"
  | "DELETED"
  | "ERROR"
  | "HARD_REBOOT"
  | "MIGRATING"
  | "PASSWORD"
  | "PAUSED"
  | "REBOOT"
  | "REBUILD"
  | "RESCUE"
  | "RESIZE"
  | "REVERT_RESIZE"
  | "SHELVED"
  | "SHELVED_OFFLOADED"
  | "SHUTOFF"
  | "SOFT_DELETED"
  | "SUSPENDED"
  | "UNKNOWN"
  | "VERIFY_RESIZE";

/**
 * A page of the servers of a bare metal GPU cluster.
 *
 * *Source:* platform-api §4 #8.
 */
export interface GetServersResult {
  /** Total number of items. */
  count: number;
  /** Items of this page. */
  results: GpuServerResult[];
}

/**
 * A server of a bare metal GPU cluster.
 *
 * *Source:* platform-api §4 #8.
 */
export interface GpuServerResult {
  /** Server id (UUID). */
  id: string;
  /** Name of the server. */
  name?: string | null;
  /** Flavor of the server. */
  flavor?: string | null;
  /** State of the server, such as `ACTIVE`. */
  status: GpuServerStatus | (string & Record<never, never>);
  /** Image of the server. */
  imageId?: string | null;
  /** SSH key pair. */
  sshKeyName?: string | null;
  /** Addresses of the server. */
  ipAddresses?: string[] | null;
  /** Tags of the server. */
  tags?: GpuServerTagResult[] | null;
  /** Task that is changing the server. */
  taskId?: string | null;
  /** When it was created. */
  createdAt?: string | null;
  /** When it last changed. */
  updatedAt?: string | null;
}

/**
 * A tag of a server.
 *
 * *Source:* platform-api §4 #8.
 */
export interface GpuServerTagResult {
  /** Key of the tag. */
  key: string;
  /** Value of the tag. */
  value?: string | null;
  /** Whether only the platform can change the tag. */
  readOnly?: boolean | null;
}
