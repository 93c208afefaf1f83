// Formats an amount in the shopper's language and currency.
import type { Shop } from './shop.js'

export function formatShopMoney(
  amount: number,
  { language, currency: { code, decimals } }: Pick<Shop, 'language' | 'currency'>,
): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat(language, { style: 'currency', currency: code, ...digits }).format(amount)
}
