// A private folder for temporary files that other users cannot read or write.
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Permission bits of other users. */
const otherUsers = 0o077

/** True if only the current user can access the folder. Other users could have created it, or a link with its name, before. */
function isPrivate(path: string): boolean {
  const status = lstatSync(path)
  const uid = process.getuid?.()
  // Systems without user ids have no permission bits; the parent folder already belongs to the user.
  return status.isDirectory() && (uid === undefined || (status.uid === uid && (status.mode & otherUsers) === 0))
}

/**
 * Returns a folder that all processes of this user share, and creates it if necessary. Null if a folder with this name exists that other
 * users can access. Throws the file system's error if the folder cannot be created.
 * @param parent default: the system's folder for temporary files
 */
export function openPrivateFolder(name: string, parent = tmpdir()): string | null {
  const uid = process.getuid?.()
  const path = join(parent, uid === undefined ? name : `${name}-${uid}`)
  try {
    mkdirSync(path, { mode: 0o700 })
    return path
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return isPrivate(path) ? path : null
}
