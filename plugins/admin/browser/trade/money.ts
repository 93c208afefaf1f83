// Formats amounts of documents: in their own currency and the reader's language.
import type { DeskDocument } from '../../transport/screen-shape.js'
import type { Session } from '../../transport/shape.js'
import { spoken } from '../wording/text.js'

export type Money = (amount: number | null) => string

/** Formats amounts of a currency. An unknown currency code is appended to the number. */
export function moneyIn(code: string, decimals: number): Money {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const write = (amount: number): string => {
    try {
      return amount.toLocaleString(spoken.get(), { style: 'currency', currency: code, ...digits })
    } catch {
      return `${amount.toLocaleString(spoken.get(), digits)} ${code}`
    }
  }
  return (amount) => (amount === null ? '' : write(amount))
}

export const moneyOf = ({ document: { currency } }: DeskDocument): Money => moneyIn(currency.code, currency.decimals)

/** Formats amounts of the base currency, in which products are priced. */
export function baseMoney({ currencies }: Session): Money {
  const base = currencies.find((one) => one.base)
  return moneyIn(base?.code ?? '', base?.decimals ?? 2)
}

export const percent = (rate: number): string =>
  (rate / 100).toLocaleString(spoken.get(), { style: 'percent', maximumFractionDigits: 4 })
