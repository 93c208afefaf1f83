// Where backups lie: files of one folder, named by the installation's part of the file store and the time, of which the oldest go.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { day } from '../../ground/clock.js'

/** Milliseconds after which nobody writes at an unfinished file any more: the process is gone. */
const abandoned = day

const prefixOf = (scope: string): string => `backup-${scope.slice(0, 6)}-`

/** `backup-3f9a01-2026-03-01T02-00-00-000Z.zip`: names of one installation are sorted by time. */
export function backupName(scope: string, moment: string): string {
  return `${prefixOf(scope)}${moment.replace(/[:.]/g, '-')}.zip`
}

/** Removes all but the newest backups of this installation, and what a process that was killed has left of one. */
export async function keepNewest(folder: string, scope: string, kept: number): Promise<readonly string[]> {
  const prefix = prefixOf(scope)
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix)).sort()
  const whole = names.filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z\.zip$/.test(name.slice(prefix.length)))
  const old = whole.slice(0, Math.max(0, whole.length - kept))
  for (const name of names.filter((name) => name.endsWith('.part'))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - abandoned) old.push(name)
  }
  for (const name of old) await rm(join(folder, name), { force: true })
  return old
}
