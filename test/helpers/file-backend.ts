/**
 * Value for `PULUMI_BACKEND_URL`. `metadata=skip` disables attribute files: Pulumi writes a checkpoint atomically, but truncates the
 * attribute file before it writes it. A kill in between leaves a stack that fails with "failed to load checkpoint: EOF".
 */
export const fileBackendUrl = (folder: string): string => `file://${folder}?metadata=skip`;
