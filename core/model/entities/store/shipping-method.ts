// A shipping method: its price in a zone for a range of weights.
import { createLabel, createMessage } from '../../../foundation/message.js'
import { Refusal } from '../../../foundation/property/kind.js'
import { defineEntity } from '../../entity/define.js'
import { join } from '../../properties/join.js'
import { decimal, number } from '../../properties/number.js'
import { ordering } from '../../properties/ordering.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'

export const shippingMethod = defineEntity({
  name: 'shipping-method',
  label: 'shipping method',
  pluralLabel: 'shipping methods',
  area: 'store',
  tools: 'write',
  listing: ['title', 'shipper_id', 'zone_id', 'min_weight', 'max_weight', 'price', 'published', 'ordering'],
  properties: {
    shipper_id: join('Carrier', 'shipper', { owner: true, required: true }),
    zone_id: join('Zone', 'zone', { required: true }),
    title: string('Title', { translatable: true, required: true }),
    min_weight: decimal('Weight from', { min: 0, help: 'No limit if empty or 0.' }),
    max_weight: decimal('Weight to', { min: 0, help: 'No limit if empty or 0.' }),
    delivery_days: number('Delivery time in days', { min: 0 }),
    price: decimal('Price', { inBaseCurrency: true, help: 'Net, in the base currency.' }),
    tax_class_id: join('Tax class', 'tax-class', { required: true }),
    published: published(),
    ordering: ordering(),
  },
  validate({ record: { min_weight: from, max_weight: to } }) {
    if (typeof from !== 'number' || typeof to !== 'number' || to === 0 || from <= to) return []
    return [
      {
        field: 'max_weight',
        refusal: new Refusal(
          createMessage('fields.rangeReversed', {
            field: createLabel('field', 'Weight to'),
            field2: createLabel('field', 'Weight from'),
            least: from,
          }),
          'OUT_OF_RANGE',
        ),
      },
    ]
  },
})
