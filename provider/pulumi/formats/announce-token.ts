/**
 * The function with which a program tells the native provider, before an import, which inputs are secret. It is internal to the
 * classes and the plugin of one release, and in no schema.
 */
export const announceToken = "cloudplatform:index:announceSecrets";
