// The currency that a shopper pays in: a published one, the default or the base currency.
import { createMessage } from '../foundation/message.js'
import { currency } from '../model/entities/store/currency.js'
import { findById } from '../foundation/find-by-id.js'
import { ValidationError } from '../foundation/errors.js'
import { listQuoted } from '../foundation/message-values.js'
import type { RecordOf } from '../foundation/property/typing.js'
import type { ServiceContext } from '../storage/service-context.js'

export interface CurrencyView {
  readonly code: string
  readonly symbol: string
  readonly decimals: number
}

export interface ShopCurrency extends CurrencyView {
  readonly id: number
  readonly multiplicator: number
}

function toShopCurrency({ id, code, symbol, decimals, multiplicator }: RecordOf<typeof currency>): ShopCurrency {
  return { id, code, symbol, decimals: decimals ?? 2, multiplicator }
}

export interface CurrencyChoice {
  readonly chosen: ShopCurrency
  readonly all: readonly ShopCurrency[]
}

/** The fields that shoppers see. */
export const toCurrencyView = ({ code, symbol, decimals }: CurrencyView): CurrencyView => ({ code, symbol, decimals })

type CurrencyRecords = readonly RecordOf<typeof currency>[]
type SellingCurrencies = { readonly open: CurrencyRecords; readonly all: readonly ShopCurrency[] }

/** Cached by the list of all currencies, which is replaced on every change. */
const sellingCurrenciesCache = new WeakMap<CurrencyRecords, SellingCurrencies>()

/** The currencies in which the shop sells. */
function getSellingCurrencies(records: CurrencyRecords): SellingCurrencies {
  const cachedCurrencies = sellingCurrenciesCache.get(records)
  if (cachedCurrencies) return cachedCurrencies
  const open = records.filter((record) => record.published === true || record.is_default === true || record.is_base === true)
  const currencies = { open, all: open.map(toShopCurrency) }
  sellingCurrenciesCache.set(records, currencies)
  return currencies
}

/** The currency by ISO code or id; null and unknown ids give the default. 422 on `currency` for an unknown code, with the existing ones. */
export async function resolveCurrency(work: ServiceContext, currencyKey: string | number | null): Promise<CurrencyChoice> {
  const records = await work.records(currency)
  const { open, all } = getSellingCurrencies(records)
  const standard = open.find((record) => record.is_default === true) ?? open[0]
  if (!standard) throw ValidationError.of('currency', createMessage('shop.currencyMissing'), 'UNKNOWN_CURRENCY')
  if (typeof currencyKey === 'number') {
    const match = findById(records, currencyKey) ?? standard
    return { chosen: toShopCurrency(match), all }
  }
  if (currencyKey === null) return { chosen: toShopCurrency(standard), all }
  const chosen = all.find((candidate) => candidate.code === currencyKey)
  if (chosen) return { chosen, all }
  const currencies = listQuoted(all.map(({ code }) => code))
  const message = createMessage('shop.currencyUnknown', { currency: currencyKey.slice(0, 40), currencies })
  throw ValidationError.of('currency', message, 'UNKNOWN_CURRENCY')
}
