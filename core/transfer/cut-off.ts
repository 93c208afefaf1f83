// Reports transfers that a crash interrupted, at the next start: which products were stored and which are unchanged.
import type { Context } from '../storage/context.js'
import { acquireLease } from '../storage/database/lease.js'
import { forgetNote, type LandedIds, landedOf, type TrailProduct, trailPrefix, type TransferNote } from './trail.js'

/** Maximum number of products listed. */
const most = 50

const listed = (products: readonly TrailProduct[], name: (product: TrailProduct) => string): string => {
  const more = products.length > most ? ` and ${products.length - most} more` : ''
  return products.slice(0, most).map(name).join(', ') + more
}

/** A sheet has no title yet when it is interrupted. */
const named = ({ key, title }: TrailProduct): string => (title === '' ? `'${key}'` : `${key} '${title.slice(0, 60)}'`)

/** One or two full sentences. */
export function cutOffSentence({ what, name, begun, products }: TransferNote, landed: LandedIds): string {
  if (what === 'backup')
    return `The backup '${name}' that was begun at ${begun} was cut off. There is no file of it; make another one.`
  const whole = products.filter(({ key }) => Object.hasOwn(landed, key))
  const absent = products.filter(({ key }) => !Object.hasOwn(landed, key))
  const stand =
    whole.length === 0
      ? 'No product was stored.'
      : `Stored whole: ${listed(whole, (one) => `${named(one)} as ${landed[one.key]}`)}.`
  const rest = absent.length === 0 ? ' Nothing is missing.' : ` As they were before: ${listed(absent, named)}.`
  const transfer = what === 'import' ? `The import of '${name}'` : 'Applying a sheet'
  return `${transfer} that was begun at ${begun} was cut off. ${stand}${rest}`
}

/** Milliseconds until a process on another machine counts as gone, because it gives no sign of life. */
const patience = 20_000

/**
 * Logs each transfer whose process is gone, once. Transfers that may still run on another machine are checked once more later, in the
 * background; the returned function ends that check.
 */
export async function reportCutOff({ database, log }: Pick<Context, 'database' | 'log'>): Promise<() => Promise<void>> {
  const look = async (): Promise<boolean> => {
    const sql = 'SELECT name, value FROM svc_system_variables WHERE name LIKE ? ORDER BY name'
    let living = false
    for (const { name, value } of await database.query<{ name: string; value: string }>(sql, [`${trailPrefix}%`])) {
      // The first attempt sees the lease holder; the second knows whether that process is gone.
      const lease = (await acquireLease(database, name, 0)) ?? (await acquireLease(database, name, 0))
      if (!lease) {
        living = true
        continue
      }
      const note = JSON.parse(value) as TransferNote
      const landed = await landedOf(database, name)
      log.warn({ transfer: note.what, name: note.name, landed }, cutOffSentence(note, landed))
      await lease.release()
      await forgetNote(database, name)
    }
    return living
  }
  if (!(await look())) return async () => undefined
  let looking: Promise<unknown> = Promise.resolve()
  const timer = setTimeout(() => {
    looking = look().catch((error: unknown) => log.warn({ err: error }, 'Nobody could look for transfers that were cut off.'))
  }, patience)
  timer.unref()
  return async () => {
    clearTimeout(timer)
    await looking
  }
}
