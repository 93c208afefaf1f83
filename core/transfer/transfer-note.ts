// Records running transfers in the database, so the next start can report transfers that a crash interrupted.
import { randomUUID } from 'node:crypto'
import { formatIsoTime } from '../foundation/clock.js'
import type { Context } from '../storage/context.js'
import type { Queryable } from '../storage/database/dialect.js'
import { acquireLease } from '../storage/database/lease.js'
import type { Unit } from '../storage/unit-of-work/transaction.js'
import { setSystemVariable } from '../storage/system-variables.js'

/** Prefix of system variables, one per transfer; the transfer's lease has the same name. */
export const transferPrefix = 'transfer '
/** Prefix of system variables, one per stored product: a single list would be rewritten for each of thousands. */
const storedProductPrefix = 'landed '

export interface TransferProduct {
  /** The product's name in the package or sheet. */
  readonly key: string
  readonly title: string
}

/** Stored in the database while the transfer runs. */
export interface TransferNote {
  readonly what: 'import' | 'sheet' | 'backup'
  /** File name, shown to users; empty if there is none. */
  readonly name: string
  /** ISO 8601. */
  readonly begun: string
  readonly products: readonly TransferProduct[]
}

/** Ids in this shop of the completely stored products, by key. */
export type StoredProductIds = Readonly<Record<string, number>>

/** Called in the unit of work that stores a product: the note is committed together with the product. */
export type ProductRecorder = (u: Unit, key: string, id: number) => Promise<void>

/** Runs the work and keeps a note of it in the database until the work ends, successfully or not. */
export async function withTransferNote<T>(
  { database, clock, log }: Context,
  noteFields: Pick<TransferNote, 'what' | 'name' | 'products'>,
  work: (land: ProductRecorder) => Promise<T>,
): Promise<T> {
  const name = transferPrefix + randomUUID()
  const note: TransferNote = { ...noteFields, begun: formatIsoTime(clock.now()) }
  const lease = await acquireLease(database, name, 0)
  await setSystemVariable(database, name, JSON.stringify(note))
  try {
    let count = 0
    return await work((u, key, id) => setSystemVariable(u, toStoredProductName(name, ++count), JSON.stringify({ key, id })))
  } finally {
    try {
      await lease?.release()
      await deleteTransferNote(database, name)
    } catch (error) {
      log.warn(
        { err: error },
        'The note of a transfer that has ended could not be removed; the next start will take it for one that was cut off.',
      )
    }
  }
}

/** `landed <transfer> <n>`: when a unit of work is retried, the count continues. */
const toStoredProductName = (name: string, count: number): string => `${toStoredProductPrefix(name)}${count}`

const toStoredProductPrefix = (name: string): string => `${storedProductPrefix}${name.slice(transferPrefix.length)} `

/** The products that the named transfer has stored completely. */
export async function loadStoredProductIds(on: Queryable, name: string): Promise<StoredProductIds> {
  const sql = 'SELECT value FROM svc_system_variables WHERE name LIKE ?'
  const rows = await on.query<{ value: string }>(sql, [`${toStoredProductPrefix(name)}%`])
  return Object.fromEntries(
    rows.map(({ value }) => {
      const { key, id } = JSON.parse(value) as { readonly key: string; readonly id: number }
      return [key, id]
    }),
  )
}

export async function deleteTransferNote(on: Queryable, name: string): Promise<void> {
  await on.run('DELETE FROM svc_system_variables WHERE name = ? OR name LIKE ?', [name, `${toStoredProductPrefix(name)}%`])
  await on.run('DELETE FROM svc_leases WHERE name = ?', [name])
}
