// A folder below the machine's own for what passes, which nobody else can have laid something into.
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Rights of others than the owner. */
const others = 0o077

/** True for a folder that is ours alone: anybody may have made one of that name before, or a link to another. */
function isOurs(path: string): boolean {
  const found = lstatSync(path)
  const uid = process.getuid?.()
  // Where there are no users there are no rights either, and the folder is the user's already.
  return found.isDirectory() && (uid === undefined || (found.uid === uid && (found.mode & others) === 0))
}

/**
 * The same folder for all processes of this user, made where there is none; null where somebody else has one of that name, or may write into
 * it. Throws the file system's error where none can be made.
 * @param parent the machine's own folder for what passes, if left out
 */
export function ownFolder(name: string, parent = tmpdir()): string | null {
  const uid = process.getuid?.()
  const path = join(parent, uid === undefined ? name : `${name}-${uid}`)
  try {
    mkdirSync(path, { mode: 0o700 })
    return path
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return isOurs(path) ? path : null
}
