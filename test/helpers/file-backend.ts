/**
 * For `PULUMI_BACKEND_URL`, without files of attributes: Pulumi writes a checkpoint in one step, but empties such a file before
 * it fills it, and a kill between the two leaves a stack that fails with "failed to load checkpoint: EOF".
 */
export const fileBackendUrl = (folder: string): string => `file://${folder}?metadata=skip`;
