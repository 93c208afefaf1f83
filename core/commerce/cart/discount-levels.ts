// The discount levels of a customer group, as the engine takes them (domain §5).
import type { DiscountLevel } from '../../engine/money/discount.js'
import { flatKey } from '../../ground/language/tags.js'

type Values = Readonly<Record<string, unknown>>

const levels = [1, 2, 3, 4, 5] as const

/** @param prefix `discount` or `discount_recurring` */
export function discountLevels(group: Values, prefix: string, language: string): readonly DiscountLevel[] {
  return levels.flatMap((n): readonly DiscountLevel[] => {
    const type = group[`${prefix}_type_${n}`]
    const value = group[`${prefix}_value_${n}`]
    if ((type !== 'percentage' && type !== 'amount') || typeof value !== 'number' || value <= 0) return []
    const start = group[`${prefix}_start_${n}`]
    const title = group[flatKey(`${prefix}_title_${n}`, language)] || group[`${prefix}_title_${n}`]
    return [
      {
        start: typeof start === 'number' ? start : 0,
        type,
        value,
        title: typeof title === 'string' && title !== '' ? title : null,
      },
    ]
  })
}
