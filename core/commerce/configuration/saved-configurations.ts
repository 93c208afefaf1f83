// Configurations that an account has saved under a name: save, list and release them.
import type { savedConfigurationShape } from './define.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { findMissing } from '../../engine/program/configuration.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import { getRecordText } from '../../foundation/language.js'
import { product as productEntity } from '../../model/entities/catalog/product.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import { getConfigurationPicture } from '../../shop/configured-picture.js'
import { toCurrencyView } from '../../shop/shop.js'
import { getProductTitles, resolveLanguage } from '../../shop/language.js'
import { calculatePrice } from '../../shop/price.js'
import { requireAccount, type ShopperContext } from '../shopper-context.js'
import { requireSaveRight } from '../cart/saved-carts.js'
import {
  isClosedConfiguration,
  requireOpenConfiguration,
  toStoredConfiguration,
  type StoredConfiguration,
  listOptions,
} from './rows.js'
import { loadConfiguration } from './load-configuration.js'
import { loadSelectedUploads } from './uploads.js'
import { createMessage } from '../../foundation/message.js'

/** Maximum number of saved configurations per account. */
const maxSaved = 100

export type SavedConfigurationReply = ShapeValue<typeof savedConfigurationShape>

type EvaluatedParts = Pick<SavedConfigurationReply, 'complete' | 'currency' | 'options' | 'price'> &
  Partial<Pick<SavedConfigurationReply, 'image'>>

/** Evaluates a saved configuration under the current catalogue. A product that is no longer sold has no evaluation. */
async function evaluateSaved(shopperContext: ShopperContext, token: string): Promise<EvaluatedParts> {
  try {
    const loaded = await loadConfiguration(shopperContext, token)
    const { state, product, shop, work } = loaded
    return {
      image: getConfigurationPicture(work.context, state, product),
      complete: findMissing(state).length === 0,
      options: listOptions(state, product, getProductTitles(product, shop.language), await loadSelectedUploads(loaded)),
      currency: toCurrencyView(shop.currency),
      price: calculatePrice(state, product, shop),
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { complete: false, options: [], currency: null, price: null }
  }
}

async function loadSavedRows(shopperContext: ShopperContext, customerId: number): Promise<readonly StoredConfiguration[]> {
  const records = await shopperContext.list(configuration, { column: 'customer_id', values: [customerId] })
  const savedRows = records.filter(({ values }) => values.saved !== null).map(toStoredConfiguration)
  return savedRows.toSorted((a, b) => (a.saved === b.saved ? b.id - a.id : a.saved! < b.saved! ? 1 : -1))
}

/** In the visitor's language. */
async function buildSavedReplies(
  shopperContext: ShopperContext,
  rows: readonly StoredConfiguration[],
): Promise<readonly SavedConfigurationReply[]> {
  const work = await shopperContext.at()
  const language = resolveLanguage(work, shopperContext.language)
  const ids = new Set(rows.map((row) => row.product_id))
  const records = await work.list(productEntity, { column: 'id', values: [...ids] }, work.versionedSnapshot.snapshot.languages)
  const products = new Map(records.map((record) => [record.id, record.values]))
  const replies: SavedConfigurationReply[] = []
  for (const row of rows) {
    const { token, revision, product_id, name, saved } = row
    const values = products.get(product_id)
    const title = (values && (getRecordText(values, 'title', language) || values.title)) || String(product_id)
    replies.push({
      configuration: token,
      revision,
      product_id,
      title,
      name: name || title,
      saved: saved ?? '',
      read_only: isClosedConfiguration(row),
      image: values?.image || null,
      ...(await evaluateSaved(shopperContext, token)),
    })
  }
  return replies
}

/**
 * Saves the configuration, which then no longer expires, or renames a saved one. AUTHENTICATION_REQUIRED for guests. ValidationError
 * on `configuration` if it is closed or the account has reached its limit.
 */
export async function saveConfiguration(
  shopperContext: ShopperContext,
  token: string,
  name: string | undefined,
): Promise<SavedConfigurationReply> {
  const customerId = requireAccount(shopperContext)
  const row = await shopperContext.transact(async (inside) => {
    const { row: savedRow, evaluation, work } = await loadConfiguration(inside, token)
    requireOpenConfiguration(savedRow, evaluation.texts)
    await requireSaveRight(work)
    if (savedRow.saved === null && (await loadSavedRows(work, customerId)).length >= maxSaved) {
      throw ValidationError.of('configuration', createMessage('shop.tooManySavedConfigurations', { most: maxSaved }), 'NO_ROOM')
    }
    const saved = formatIsoTime(work.now)
    const fields = { saved, changed: saved, name: name ?? savedRow.name }
    await work.write(configuration, fields, { id: savedRow.id })
    return { ...savedRow, ...fields, changed: work.now, revision: savedRow.revision + 1 }
  })
  return (await buildSavedReplies(shopperContext, [row]))[0]!
}

/** Releases a saved configuration: it stays open until it expires, like any other. */
export async function releaseSavedConfiguration(shopperContext: ShopperContext, token: string): Promise<void> {
  requireAccount(shopperContext)
  await shopperContext.transact(async (inside) => {
    const { row, work } = await loadConfiguration(inside, token)
    if (row.saved === null) return
    const changed = isClosedConfiguration(row) ? {} : { changed: formatIsoTime(work.now) }
    await work.write(configuration, { saved: null, name: null, ...changed }, { id: row.id })
  })
}

/** The account's saved configurations, latest first; empty for guests. */
export async function listSavedConfigurations(shopperContext: ShopperContext): Promise<readonly SavedConfigurationReply[]> {
  const { customerId } = shopperContext.shopper
  return customerId === null ? [] : buildSavedReplies(shopperContext, await loadSavedRows(shopperContext, customerId))
}
