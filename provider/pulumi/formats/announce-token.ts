/**
 * The function by which a program tells the native provider, before it imports an object, which of its inputs are secret. It
 * is between the classes and the plugin of one release, and in no schema.
 */
export const announceToken = "cloudplatform:index:announceSecrets";
