/** What was seen and what to do, by the code of the operating system. */
const known: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder. Check its path.",
  ENOTDIR: "a part of its path is a file, not a folder. Check its path.",
  EISDIR: "it is a folder. Name a file.",
  EEXIST: "there is a file in place of its folder. Name another folder.",
  EACCES: "permission denied. Check the permissions of the file and its folder.",
  EPERM: "permission denied. Check the permissions of the file and its folder.",
  EROFS: "its file system is read-only. Name a file elsewhere.",
  ENOSPC: "its disk is full. Free some space, or name a file elsewhere.",
};

/** Why a file that a user named could not be read or written, and what to do, in place of Node's text. */
export function fileFailure(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return known[code] ?? `${message}. Check its path.`;
}
