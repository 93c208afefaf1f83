// Reports transfers that a crash interrupted, at the next start: which products were stored and which are unchanged.
import type { Context } from '../storage/context.js'
import { acquireLease } from '../storage/database/lease.js'
import {
  deleteTransferNote,
  type StoredProductIds,
  loadStoredProductIds,
  type TransferProduct,
  transferPrefix,
  type TransferNote,
} from './transfer-note.js'

/** Maximum number of products listed. */
const maxListedProducts = 50

const formatProducts = (products: readonly TransferProduct[], name: (product: TransferProduct) => string): string => {
  const more = products.length > maxListedProducts ? ` and ${products.length - maxListedProducts} more` : ''
  return products.slice(0, maxListedProducts).map(name).join(', ') + more
}

/** A sheet has no title yet when it is interrupted. */
const formatProduct = ({ key, title }: TransferProduct): string => (title === '' ? `'${key}'` : `${key} '${title.slice(0, 60)}'`)

/** One or two full sentences. */
export function formatInterruption(
  { what: kind, name, begun: startTime, products }: TransferNote,
  storedIds: StoredProductIds,
): string {
  if (kind === 'backup')
    return `The backup '${name}', started at ${startTime}, was interrupted and has no file. Create another backup.`
  const whole = products.filter(({ key }) => Object.hasOwn(storedIds, key))
  const absent = products.filter(({ key }) => !Object.hasOwn(storedIds, key))
  const stored =
    whole.length === 0
      ? 'No product was stored.'
      : `Completely stored: ${formatProducts(whole, (product) => `${formatProduct(product)} as ${storedIds[product.key]}`)}.`
  const rest = absent.length === 0 ? ' No product is missing.' : ` Unchanged: ${formatProducts(absent, formatProduct)}.`
  const transfer = kind === 'import' ? `The import of '${name}'` : 'Applying a sheet'
  return `${transfer}, started at ${startTime}, was interrupted. ${stored}${rest}`
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
      log.warn({ transfer: note.what, name: note.name, storedIds }, formatInterruption(note, storedIds))
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
