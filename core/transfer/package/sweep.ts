// Removes packages that were sent over the network and lie there still: nobody has anything of them any more.
import type { Stats } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { receivedFolder } from './received.js'

/** What cannot be read is not there. */
const statOf = (path: string): Promise<Stats | null> => stat(path).catch(() => null)

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => [])

export interface SweepUntil {
  /** Milliseconds since 1970, as all of them: packages that came before then go. */
  readonly packages: number
  /** Beginnings of packages whose rest never came. */
  readonly parts: number
}

/**
 * Packages that an export has written, or somebody has laid there, stay: even under the name that one came with. Gives how many
 * packages went.
 */
export async function sweepPackages(transferFolder: string, until: SweepUntil): Promise<number> {
  for (const name of await namesIn(transferFolder)) {
    if (!/^[0-9a-f]{24}\.part$/.test(name)) continue
    const part = join(transferFolder, name)
    if (((await statOf(part))?.mtimeMs ?? Number.POSITIVE_INFINITY) < until.parts) await rm(part, { force: true })
  }
  let swept = 0
  const folder = receivedFolder(transferFolder)
  for (const name of await namesIn(folder)) {
    const [note, lies] = [join(folder, name), join(transferFolder, name)]
    const [noted, lying] = [await statOf(note), await statOf(lies)]
    if (noted === null) continue
    const isSame = lying !== null && lying.ino === noted.ino && lying.dev === noted.dev
    // What was removed or written over is not held any longer by its note.
    if (isSame && noted.mtimeMs >= until.packages) continue
    if (isSame) {
      await rm(lies, { force: true })
      swept++
    }
    await rm(note, { force: true })
  }
  return swept
}
