// Configurations that an account has saved under a name: save, list and release them.
import { formatIsoTime } from '../../foundation/clock.js'
import { ValidationError } from '../../foundation/errors.js'
import { getRecordText } from '../../foundation/language/tags.js'
import { product as productEntity } from '../../model/entities/catalog/product.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import { shopLanguage } from '../../shop/language.js'
import { requireAccount } from '../account/signed-in.js'
import { requireKeeping } from '../cart/kept.js'
import type { Visit } from '../visit.js'
import { isClosed, requireOpen, stored, type StoredConfiguration } from './rows.js'
import { take } from './take.js'

/** Maximum number of saved configurations per account. */
const most = 100

export interface KeptReply {
  /** The token. Read the configuration with GET configurations/{token}. */
  readonly configuration: string
  readonly revision: number
  readonly product_id: number
  /** The product's title. */
  readonly title: string
  /** The name given by the account. Default: the product's title. */
  readonly name: string
  readonly saved: string
  /** True if it was ordered, quoted or shared, as in a configuration's reply. */
  readonly read_only: boolean
}

async function keptOf(visit: Visit, customerId: number): Promise<readonly StoredConfiguration[]> {
  const found = await visit.list(configuration, { column: 'customer_id', values: [customerId] })
  const kept = found.filter(({ values }) => values.saved !== null).map(stored)
  return kept.toSorted((a, b) => (a.saved === b.saved ? b.id - a.id : a.saved! < b.saved! ? 1 : -1))
}

/** In the visitor's language. */
async function replies(visit: Visit, rows: readonly StoredConfiguration[]): Promise<readonly KeptReply[]> {
  const work = await visit.at()
  const language = shopLanguage(work, visit.language)
  const products = new Set(rows.map((row) => row.product_id))
  const found = await work.list(productEntity, { column: 'id', values: [...products] }, work.moment.snapshot.languages)
  const titles = new Map(found.map(({ id, values }) => [id, getRecordText(values, 'title', language) || values.title]))
  return rows.map((row) => {
    const { token, revision, product_id, name, saved } = row
    const title = titles.get(product_id) || String(product_id)
    const own = { product_id, title, name: name || title, saved: saved ?? '', read_only: isClosed(row) }
    return { configuration: token, revision, ...own }
  })
}

/**
 * Saves the configuration, which then no longer expires, or renames a saved one. AUTHENTICATION_REQUIRED for guests. ValidationError
 * on `configuration` if it is closed or the account has reached its limit.
 */
export async function saveConfiguration(visit: Visit, token: string, name: string | undefined): Promise<KeptReply> {
  const customerId = requireAccount(visit)
  const row = await visit.transact(async (inside) => {
    const { row: found, evaluation, work } = await take(inside, token)
    requireOpen(found, evaluation.texts)
    await requireKeeping(work)
    if (found.saved === null && (await keptOf(work, customerId)).length >= most) {
      const message = `An account keeps at most ${most} configurations. Let one go first.`
      throw ValidationError.of('configuration', message, 'NO_ROOM')
    }
    const saved = formatIsoTime(work.now)
    const fields = { saved, changed: saved, name: name ?? found.name }
    await work.write(configuration, fields, { id: found.id })
    return { ...found, ...fields, changed: work.now, revision: found.revision + 1 }
  })
  return (await replies(visit, [row]))[0]!
}

/** Releases a saved configuration: it stays open until it expires, like any other. */
export async function letGo(visit: Visit, token: string): Promise<void> {
  requireAccount(visit)
  await visit.transact(async (inside) => {
    const { row, work } = await take(inside, token)
    if (row.saved === null) return
    const changed = isClosed(row) ? {} : { changed: formatIsoTime(work.now) }
    await work.write(configuration, { saved: null, name: null, ...changed }, { id: row.id })
  })
}

/** The account's saved configurations, latest first; empty for guests. */
export async function listKept(visit: Visit): Promise<readonly KeptReply[]> {
  const { customerId } = visit.shopper
  return customerId === null ? [] : replies(visit, await keptOf(visit, customerId))
}
