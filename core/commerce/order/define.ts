// An entry in an account's list of orders.
import type { CurrencyView } from '../../shop/currency.js'

export interface OrderSummary {
  /** The token. */
  readonly order: string
  readonly number: number | null
  /** The number with its prefix. */
  readonly number_text: string
  readonly status: string
  /** ISO 8601. */
  readonly placed: string | null
  readonly currency: CurrencyView
  readonly gross: number
  readonly recurring_gross: number
}
