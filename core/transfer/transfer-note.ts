// Records running transfers in the database, so the next start can report transfers that a crash interrupted.
import { messageText } from '../foundation/message-format.js'
import { createMessage, type Message, type MessageValue } from '../foundation/message.js'
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

interface TransferProduct {
  /** The product's name in the package or sheet. */
  readonly key: string
  readonly title: string
}

/** Stored in the database while the transfer runs. */
interface TransferNote {
  readonly what: 'import' | 'sheet' | 'backup'
  /** File name, shown to users; empty if there is none. */
  readonly name: string
  /** ISO 8601. */
  readonly begun: string
  readonly products: readonly TransferProduct[]
}

/** Ids in this shop of the completely stored products, by key. */
type StoredProductIds = Readonly<Record<string, number>>

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
async function loadStoredProductIds(on: Queryable, name: string): Promise<StoredProductIds> {
  const sql = 'SELECT value FROM svc_system_variables WHERE name LIKE ?'
  const rows = await on.query<{ value: string }>(sql, [`${toStoredProductPrefix(name)}%`])
  return Object.fromEntries(
    rows.map(({ value }) => {
      const { key, id } = JSON.parse(value) as { readonly key: string; readonly id: number }
      return [key, id]
    }),
  )
}

async function deleteTransferNote(on: Queryable, name: string): Promise<void> {
  await on.run('DELETE FROM svc_system_variables WHERE name = ? OR name LIKE ?', [name, `${toStoredProductPrefix(name)}%`])
  await on.run('DELETE FROM svc_leases WHERE name = ?', [name])
}

// Reports transfers that a crash interrupted, at the next start: which products were stored and which are unchanged.

/** Maximum number of products listed. */
const maxListedProducts = 50

function listProducts(products: readonly TransferProduct[], describe: (product: TransferProduct) => Message): MessageValue {
  const listed = products.slice(0, maxListedProducts).map(describe)
  const count = products.length - listed.length
  return count === 0 ? listed : createMessage('results.andMore', { products: listed, count })
}

/** A sheet has no title yet when it is interrupted. */
const describeProduct = ({ key, title }: TransferProduct): Message =>
  title === ''
    ? createMessage('results.productKey', { key })
    : createMessage('results.productWithKey', { key, title: title.slice(0, 60) })

function describeInterruption({ what: kind, name, begun: time, products }: TransferNote, storedIds: StoredProductIds): Message {
  if (kind === 'backup') return createMessage('results.backupInterrupted', { name, time })
  const whole = products.filter(({ key }) => Object.hasOwn(storedIds, key))
  const absent = products.filter(({ key }) => !Object.hasOwn(storedIds, key))
  const describeStored = (product: TransferProduct): Message =>
    createMessage('results.storedAs', { product: describeProduct(product), id: String(storedIds[product.key]) })
  const stored =
    whole.length === 0
      ? createMessage('results.noneStored')
      : createMessage('results.stored', { products: listProducts(whole, describeStored) })
  const missing =
    absent.length === 0
      ? createMessage('results.noneMissing')
      : createMessage('results.unchanged', { products: listProducts(absent, describeProduct) })
  return kind === 'import'
    ? createMessage('results.importInterrupted', { name, time, stored, missing })
    : createMessage('results.sheetInterrupted', { time, stored, missing })
}

/** Milliseconds until a process on another machine counts as gone, because it gives no sign of life. */
const remoteTimeout = 20_000

/**
 * Logs each transfer whose process is gone, once. Transfers that may still run on another machine are checked once more later, in the
 * background; the returned function ends that check.
 */
export async function reportInterruptedTransfers({
  database,
  log,
}: Pick<Context, 'database' | 'log'>): Promise<() => Promise<void>> {
  const look = async (): Promise<boolean> => {
    const sql = 'SELECT name, value FROM svc_system_variables WHERE name LIKE ? ORDER BY name'
    let living = false
    for (const { name, value } of await database.query<{ name: string; value: string }>(sql, [`${transferPrefix}%`])) {
      // The first attempt sees the lease holder; the second knows whether that process is gone.
      const lease = (await acquireLease(database, name, 0)) ?? (await acquireLease(database, name, 0))
      if (!lease) {
        living = true
        continue
      }
      const note = JSON.parse(value) as TransferNote
      const storedIds = await loadStoredProductIds(database, name)
      log.warn({ transfer: note.what, name: note.name, storedIds }, messageText(describeInterruption(note, storedIds)))
      await lease.release()
      await deleteTransferNote(database, name)
    }
    return living
  }
  if (!(await look())) return async () => undefined
  let looking: Promise<unknown> = Promise.resolve()
  const timer = setTimeout(() => {
    looking = look().catch((error: unknown) => log.warn({ err: error }, 'The search for interrupted transfers failed.'))
  }, remoteTimeout)
  timer.unref()
  return async () => {
    clearTimeout(timer)
    await looking
  }
}
