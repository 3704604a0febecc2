// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * State, plan and usage of the API key's client in the edge area.
 *
 * *Source:* companion §5.1.
 */
export interface AccountResult {
  /** State of the client, as a number. */
  status?: number | null;
  /** Name of the plan. */
  plan?: string | null;
  /** Plan id. */
  planId?: number | null;
  /** Number of edge apps. */
  appCount?: number | null;
  /** Calls of the last hour. */
  hourlyConsumption?: number | null;
  /** Calls of the last day. */
  dailyConsumption?: number | null;
  /** Calls of the last month. */
  monthlyConsumption?: number | null;
  /** Networks that run apps. */
  networks?: EdgeNetworkResult[] | null;
}

/**
 * A network that runs apps.
 *
 * *Source:* companion §5.1.
 */
export interface EdgeNetworkResult {
  /** Name of the network. */
  name: string;
  /** Whether apps that specify no network run in this network. */
  isDefault?: boolean | null;
}
