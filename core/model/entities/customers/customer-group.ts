// A customer group: the permissions and discounts of its customers.
import { createLabel, createMessage } from '../../../foundation/message.js'
import { Refusal } from '../../../foundation/property/kind.js'
import { defineEntity, type FieldRefusal } from '../../entity/define.js'
import { createCustomFields, createNumberedProperties } from '../../entity/groups.js'
import { boolean } from '../../properties/boolean.js'
import { dropdown } from '../../properties/dropdown.js'
import { decimal } from '../../properties/number.js'
import { string } from '../../properties/string.js'

const levels = [1, 2, 3, 4, 5] as const

/** Five discount levels, each with start, type, value and title. Grouped by field, in the order of the wire names. */
function createDiscountFields<const P extends string>(prefix: P, label: string) {
  return {
    ...createNumberedProperties(`${prefix}_start`, levels, (n) =>
      decimal(`${label} ${n} from`, { min: 0, inBaseCurrency: true, help: 'Net goods total, in the base currency.' }),
    ),
    ...createNumberedProperties(`${prefix}_type`, levels, (n) =>
      dropdown(`${label} ${n} type`, { choices: { percentage: 'Per cent', amount: 'Amount' } }),
    ),
    ...createNumberedProperties(`${prefix}_value`, levels, (n) =>
      decimal(`${label} ${n} value`, { min: 0, inBaseCurrency: { property: `${prefix}_type_${n}`, values: ['amount'] } }),
    ),
    ...createNumberedProperties(`${prefix}_title`, levels, (n) => string(`${label} ${n} title`, { translatable: true })),
  }
}

/** Refuses discounts above 100 per cent. */
function refuseExcessivePercentages(
  record: Readonly<Record<string, unknown>>,
  prefix: string,
  label: string,
): readonly FieldRefusal[] {
  return levels.flatMap((n): readonly FieldRefusal[] => {
    const field = `${prefix}_value_${n}`
    if (record[`${prefix}_type_${n}`] !== 'percentage' || Number(record[field] ?? 0) <= 100) return []
    return [
      {
        field,
        refusal: new Refusal(
          createMessage('fields.atMost', { field: createLabel('field', `${label} ${n} value`), most: 100 }),
          'OUT_OF_RANGE',
        ),
      },
    ]
  })
}

export const customerGroup = defineEntity({
  name: 'customer-group',
  label: 'customer group',
  pluralLabel: 'customer groups',
  area: 'customers',
  // Prices, discounts and permissions depend on it, so a change must invalidate cached prices.
  topic: 'store',
  listing: ['title', 'b2b_mode', 'may_see_prices', 'may_order', 'may_save', 'may_request_quote'],
  properties: {
    title: string('Title', { translatable: true, required: true }),
    b2b_mode: boolean('B2B', { help: 'Customers see net prices.' }),
    may_see_prices: boolean('May see prices', { default: true }),
    may_order: boolean('May order', { default: true }),
    may_save: boolean('May save configurations', { default: true }),
    may_request_quote: boolean('May request quotes', { default: true }),
    host_group_id: string('Host user group', { platforms: ['cms_a', 'cms_b'], help: 'The id of the user group in the CMS.' }),
    ...createDiscountFields('discount', 'Discount'),
    ...createDiscountFields('discount_recurring', 'Recurring discount'),
    ...createCustomFields('custom', 'Custom field', [1, 2, 3, 4]),
  },
  validate: ({ record }) => [
    ...refuseExcessivePercentages(record, 'discount', 'Discount'),
    ...refuseExcessivePercentages(record, 'discount_recurring', 'Recurring discount'),
  ],
})
