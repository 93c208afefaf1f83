// The fields that an order and a quote, their lines and their tax rates have in common: both are the same frozen snapshot.
import { boolean } from '../properties/boolean.js'
import { datetime } from '../properties/datetime.js'
import { dropdown, type StaticChoices } from '../properties/dropdown.js'
import { join } from '../properties/join.js'
import { json } from '../properties/json.js'
import { decimal, number } from '../properties/number.js'
import { ordering } from '../properties/ordering.js'
import { string } from '../properties/string.js'
import { money, moneyTriple } from './groups.js'

/** Ids that the snapshot keeps whatever becomes of the record. */
const weak = { weak: true } as const

export function documentFields<const S extends StaticChoices>(statuses: S) {
  return {
    number: number('Number'),
    status: dropdown('Status', { choices: statuses }),
    cart_id: join('Cart', 'cart', weak),
    customer_id: join('Customer', 'customer', weak),
    customer_group_id: join('Customer group', 'customer-group', weak),
    currency_code: string('Currency code'),
    currency_multiplicator: number('Currency multiplicator', { scale: 8 }),
    language_tag: dropdown('Language', { choices: 'languages' }),
    b2b: boolean('B2B'),
    ...money,
    ...moneyTriple('recurring', 'Recurring'),
    delivery_title: string('Delivery'),
    ...moneyTriple('delivery', 'Delivery'),
    payment_title: string('Payment method'),
    ...moneyTriple('payment', 'Payment method'),
    discount_title: string('Discount'),
    discount_net: decimal('Discount net'),
    weight: decimal('Weight'),
    created: datetime('Created'),
  }
}

/** The join of a part to its order, quote, line or payment: it is read with it and goes with it. */
export function partOf(label: string, entity: string) {
  return join(label, entity, { owner: true, cascade: true, required: true })
}

export const lineFields = {
  product_id: join('Product', 'product', weak),
  title: string('Title'),
  sku: string('SKU'),
  quantity: number('Quantity'),
  unit_net: decimal('Net per unit'),
  ...money,
  tax_rate: decimal('Tax rate', { help: 'Per cent.' }),
  ...moneyTriple('recurring', 'Recurring'),
  weight: decimal('Weight'),
  trace: json('Trace', { help: 'How the price came about.' }),
}

export const lineConfigFields = {
  question_id: join('Question', 'question', weak),
  question_title: string('Question title'),
  answer_id: join('Answer', 'answer', weak),
  answer_title: string('Answer title'),
  entry: string('Entry', { long: true }),
  net: decimal('Net'),
  recurring_net: decimal('Recurring net'),
  weight: decimal('Weight'),
  ordering: ordering(),
}

export const taxRateFields = {
  rate: decimal('Rate', { help: 'Per cent.' }),
  code: string('Code'),
  net: decimal('Net'),
  tax: decimal('Tax'),
}
