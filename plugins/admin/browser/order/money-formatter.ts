// Formats amounts of documents: in their own currency and the reader's language.
import type { DocumentDetail } from '../../api/screen-shape.js'
import { currentLanguage } from '../wording/text.js'

export type MoneyFormatter = (amount: number | null) => string

/** Formats amounts of a currency. An unknown currency code is appended to the number. */
export function createMoneyFormatter(code: string, decimals: number): MoneyFormatter {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const write = (amount: number): string => {
    try {
      return amount.toLocaleString(currentLanguage.get(), { style: 'currency', currency: code, ...digits })
    } catch {
      return `${amount.toLocaleString(currentLanguage.get(), digits)} ${code}`
    }
  }
  return (amount) => (amount === null ? '' : write(amount))
}

export const createDocumentMoneyFormatter = ({ document: { currency } }: DocumentDetail): MoneyFormatter =>
  createMoneyFormatter(currency.code, currency.decimals)

export const formatPercent = (rate: number): string =>
  (rate / 100).toLocaleString(currentLanguage.get(), { style: 'percent', maximumFractionDigits: 4 })
