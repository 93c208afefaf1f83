// The currency that a shopper pays in: a published one, the default or the base currency.
import { currency } from '../model/entities/store/currency.js'
import { findById } from '../foundation/find-by-id.js'
import { ValidationError } from '../foundation/errors.js'
import { quoteNames } from '../foundation/format-value.js'
import type { RecordOf } from '../foundation/property/typing.js'
import type { Work } from '../storage/work.js'

export interface CurrencyView {
  readonly code: string
  readonly symbol: string
  readonly decimals: number
}

export interface ShopCurrency extends CurrencyView {
  readonly id: number
  readonly multiplicator: number
}

function currencyOf({ id, code, symbol, decimals, multiplicator }: RecordOf<typeof currency>): ShopCurrency {
  return { id, code, symbol, decimals: decimals ?? 2, multiplicator }
}

export interface Currencies {
  readonly chosen: ShopCurrency
  readonly all: readonly ShopCurrency[]
}

/** The fields that shoppers see. */
export const currencyView = ({ code, symbol, decimals }: CurrencyView): CurrencyView => ({ code, symbol, decimals })

type Records = readonly RecordOf<typeof currency>[]
type Open = { readonly open: Records; readonly all: readonly ShopCurrency[] }

/** Cached by the list of all currencies, which is replaced on every change. */
const opened = new WeakMap<Records, Open>()

/** The currencies in which the shop sells. */
function openOf(records: Records): Open {
  const known = opened.get(records)
  if (known) return known
  const open = records.filter((record) => record.published === true || record.is_default === true || record.is_base === true)
  const made = { open, all: open.map(currencyOf) }
  opened.set(records, made)
  return made
}

/** The currency by ISO code or id; null and unknown ids give the default. 422 on `currency` for an unknown code, with the existing ones. */
export async function shopCurrency(work: Work, wanted: string | number | null): Promise<Currencies> {
  const records = await work.records(currency)
  const { open, all } = openOf(records)
  const standard = open.find((record) => record.is_default === true) ?? open[0]
  if (!standard) throw ValidationError.of('currency', 'This shop has no currency yet. Publish one first.', 'UNKNOWN_CURRENCY')
  if (typeof wanted === 'number') {
    const held = findById(records, wanted) ?? standard
    return { chosen: currencyOf(held), all }
  }
  if (wanted === null) return { chosen: currencyOf(standard), all }
  const chosen = all.find((one) => one.code === wanted)
  if (chosen) return { chosen, all }
  const message = `'${wanted.slice(0, 40)}' is not a currency of this shop. The currencies are ${quoteNames(all.map((one) => one.code))}.`
  throw ValidationError.of('currency', message, 'UNKNOWN_CURRENCY')
}
