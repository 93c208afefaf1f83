// Explains why a file cannot be written, for the caller who chose its location.

const reasonsByCode: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  ENOENT: 'its folder does not exist',
  EACCES: 'the service may not write there',
  EPERM: 'the service may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'there is no room left on the disk',
  ENAMETOOLONG: 'its name is too long',
  EEXIST: 'a part of its path is no folder',
  ENOTEMPTY: 'it is a folder',
}

/** The second half of a sentence; null for errors that the caller cannot fix. */
export function explainWriteError(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return Object.hasOwn(reasonsByCode, code) ? reasonsByCode[code]! : null
}
