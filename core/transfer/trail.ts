// Remembers which transfers are under way, so that the next start can say what became of those that were cut off.
import { randomUUID } from 'node:crypto'
import { formatIsoTime } from '../foundation/clock.js'
import type { Context } from '../storage/context.js'
import type { Queryable } from '../storage/database/queryable.js'
import { acquireLease } from '../storage/database/lease.js'
import type { Unit } from '../storage/database/unit.js'
import { setSystemVariable } from '../storage/system-variables.js'

/** Names of system variables begin so, one for each transfer; its lease has the same name. */
export const trailPrefix = 'transfer '
/** And so, one for each product that it has stored: a list that grew would be written anew for each of thousands. */
const landedPrefix = 'landed '

export interface TrailProduct {
  /** As the package or the sheet names it. */
  readonly key: string
  readonly title: string
}

/** What stands in the database while the transfer is under way. */
export interface TransferNote {
  readonly what: 'import' | 'sheet' | 'backup'
  /** The file, for people; empty where there is none. */
  readonly name: string
  /** ISO 8601. */
  readonly begun: string
  readonly products: readonly TrailProduct[]
}

/** By the keys of products that stand whole their ids here. */
export type LandedIds = Readonly<Record<string, number>>

/** Called in the unit in which a product is stored: noted where that is committed, and nowhere else. */
export type Landing = (u: Unit, key: string, id: number) => Promise<void>

/** Does the work, and keeps the note of it until the work has ended, well or badly: then its caller is told. */
export async function noted<T>(
  { database, clock, log }: Context,
  begun: Pick<TransferNote, 'what' | 'name' | 'products'>,
  work: (land: Landing) => Promise<T>,
): Promise<T> {
  const name = trailPrefix + randomUUID()
  const note: TransferNote = { ...begun, begun: formatIsoTime(clock.now()) }
  const lease = await acquireLease(database, name, 0)
  await setSystemVariable(database, name, JSON.stringify(note))
  try {
    let count = 0
    return await work((u, key, id) => setSystemVariable(u, landedName(name, ++count), JSON.stringify({ key, id })))
  } finally {
    try {
      await lease?.release()
      await forgetNote(database, name)
    } catch (error) {
      log.warn(
        { err: error },
        'The note of a transfer that has ended could not be removed; the next start will take it for one that was cut off.',
      )
    }
  }
}

/** `landed <transfer> <n>`: a unit that runs again counts on. */
const landedName = (name: string, count: number): string => `${landedStart(name)}${count}`

const landedStart = (name: string): string => `${landedPrefix}${name.slice(trailPrefix.length)} `

/** The products that the transfer of that name has stored whole. */
export async function landedOf(on: Queryable, name: string): Promise<LandedIds> {
  const sql = 'SELECT value FROM svc_system_variables WHERE name LIKE ?'
  const rows = await on.query<{ value: string }>(sql, [`${landedStart(name)}%`])
  return Object.fromEntries(
    rows.map(({ value }) => {
      const { key, id } = JSON.parse(value) as { readonly key: string; readonly id: number }
      return [key, id]
    }),
  )
}

export async function forgetNote(on: Queryable, name: string): Promise<void> {
  await on.run('DELETE FROM svc_system_variables WHERE name = ? OR name LIKE ?', [name, `${landedStart(name)}%`])
  await on.run('DELETE FROM svc_leases WHERE name = ?', [name])
}
