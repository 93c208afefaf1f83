// The discount levels of a customer group, as the engine takes them (domain §5).
import type { DiscountLevel } from '../../engine/money/discount.js'
import { textIn } from '../../ground/language/tags.js'
import type { RecordOf } from '../../ground/property/typing.js'
import type { customerGroup } from '../../model/entities/customers/customer-group.js'

const levels = [1, 2, 3, 4, 5] as const

/** The levels of what is bought once, or of what recurs. */
export function discountLevels(
  group: RecordOf<typeof customerGroup>,
  prefix: 'discount' | 'discount_recurring',
  language: string,
): readonly DiscountLevel[] {
  return levels.flatMap((n): readonly DiscountLevel[] => {
    const type = group[`${prefix}_type_${n}`]
    const value = group[`${prefix}_value_${n}`]
    if (type === '' || value === null || value <= 0) return []
    const start = group[`${prefix}_start_${n}`]
    const title = textIn(group, `${prefix}_title_${n}`, language) || group[`${prefix}_title_${n}`]
    return [{ start: start ?? 0, type, value, title: title || null }]
  })
}
