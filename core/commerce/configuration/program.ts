// The program that a shopper's browser evaluates, as far as the shopper's group may see it, and reports of results that differ from the server's.
import type { PriceEntry, TaxRate } from '../../engine/money/goods.js'
import { currentDate } from '../../engine/program/program.js'
import { day } from '../../foundation/clock.js'
import type { MessageTexts } from '../../foundation/message-catalogs.js'
import type { ClientProgram } from '../../product/client-program/define.js'
import { getClientProgram } from '../../product/client-program/client-program.js'
import type { ShopCurrency } from '../../shop/shop.js'
import type { PlaceView } from '../../shop/destination.js'
import type { ShopperContext } from '../shopper-context.js'
import { correctedResultMessage, noPriceMessage } from './reply.js'
import { loadConfiguration } from './load-configuration.js'
import { warnRateLimited } from '../../foundation/log.js'
import type { DisagreementInput } from './define.js'
import { findOwnConfiguration } from './rows.js'

/** Depends on the product's version, the shopper's group, place, currency and language, and the date. */
export interface ProgramReply extends ClientProgram, PlaceView {
  readonly product_id: number
  readonly catalog_version: number
  readonly currency: Omit<ShopCurrency, 'id'>
  readonly may_see_prices: boolean
  /** Whether prices are entered net or gross. */
  readonly prices: PriceEntry
  /** Tax rates of one-time amounts. */
  readonly rates: readonly TaxRate[]
  /** Tax rates of recurring amounts. */
  readonly recurring_rates: readonly TaxRate[]
  /** Today in the time zone of the shop, in days since 1970-01-01. */
  readonly today: number
  /** The shopper's language, an IETF tag. */
  readonly language: string
  /** The engine's messages about questions and answers in the shopper's language, by key. */
  readonly messages: MessageTexts
}

const clientMessages: readonly string[] = [noPriceMessage, correctedResultMessage]

/** The messages that a client needs: those with a question or answer placeholder, and two without. */
function selectClientMessages(all: MessageTexts): MessageTexts {
  return Object.fromEntries(
    Object.entries(all).filter(([key, text]) => clientMessages.includes(key) || /\{(question|answer)\}/.test(text)),
  )
}

/** NOT_FOUND for unknown and expired configurations. */
export async function readProgram(shopperContext: ShopperContext, token: string): Promise<ProgramReply> {
  const { work, product, shop, place, evaluation } = await loadConfiguration(shopperContext, token)
  const { registry } = work.context
  const { source } = product.program
  const { code, symbol, decimals, multiplicator } = shop.currency
  const clientProgram = getClientProgram(registry, product, evaluation, shop.maySeePrices)
  return {
    ...clientProgram,
    product_id: source.id,
    catalog_version: Number(source.catalog_version),
    currency: { code, symbol, decimals, multiplicator },
    ...place,
    may_see_prices: shop.maySeePrices,
    prices: shop.prices,
    rates: shop.taxRates(product.taxClassId),
    recurring_rates: shop.taxRates(product.taxClassRecurringId),
    today: Date.parse(currentDate(evaluation)) / day,
    language: shop.language,
    messages: clientProgram.mode === 'off' ? {} : selectClientMessages(registry.shopperTexts(shop.language)),
  }
}

/** Logs that a page computed another result than the server, at most ten reports a minute. NOT_FOUND for unknown and expired configurations. */
export async function reportDisagreement(
  shopperContext: ShopperContext,
  token: string,
  { parts, questions, ...input }: DisagreementInput,
): Promise<void> {
  const { row } = await findOwnConfiguration(shopperContext, token)
  const fields = {
    productId: row.product_id,
    catalogVersion: input.catalog_version,
    parts: parts.join(' '),
    questions: questions.join(' '),
  }
  warnRateLimited(
    shopperContext.context.log,
    shopperContext.now,
    fields,
    'The browser calculated a different result than the service.',
  )
}
