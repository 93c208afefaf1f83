// Converts the discount levels of a customer group to the engine's format.
import type { DiscountLevel } from '../../engine/money/discount.js'
import { getRecordText } from '../../foundation/language.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { customerGroup } from '../../model/entities/customers/customer-group.js'

const levelNumbers = [1, 2, 3, 4, 5] as const

type CustomerGroupRecord = RecordOf<typeof customerGroup>
type DiscountPrefix = 'discount' | 'discount_recurring'

const levelCache = new WeakMap<CustomerGroupRecord, Map<string, readonly DiscountLevel[]>>()

/**
 * Discount levels for one-time or recurring amounts, by number. Levels without a type or start are ignored. Cached by record,
 * because loaded records are immutable.
 */
export function getDiscountLevels(
  group: CustomerGroupRecord,
  prefix: DiscountPrefix,
  language: string,
): readonly DiscountLevel[] {
  const ofGroup = levelCache.get(group) ?? new Map<string, readonly DiscountLevel[]>()
  levelCache.set(group, ofGroup)
  const key = `${prefix} ${language}`
  const levels = ofGroup.get(key) ?? toDiscountLevels(group, prefix, language)
  ofGroup.set(key, levels)
  return levels
}

function toDiscountLevels(group: CustomerGroupRecord, prefix: DiscountPrefix, language: string): readonly DiscountLevel[] {
  return levelNumbers.flatMap((n): readonly DiscountLevel[] => {
    const type = group[`${prefix}_type_${n}`]
    const start = group[`${prefix}_start_${n}`]
    if (type === '' || start === null) return []
    const title = getRecordText(group, `${prefix}_title_${n}`, language) || group[`${prefix}_title_${n}`]
    return [{ start, type, value: group[`${prefix}_value_${n}`] ?? 0, title: title || null }]
  })
}
