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

/** Why nothing of a document is taxed, as its invoice has to say. */
export const untaxedReasons = {
  reverse_charge: 'The recipient owes the tax',
  export: 'Export',
  exempt: 'Exempt recipient',
} as const

export type UntaxedReason = keyof typeof untaxedReasons

/** Ids that the snapshot keeps whatever becomes of the record. */
const weak = { weak: true } as const

export function documentFields<const S extends StaticChoices>(statuses: S) {
  return {
    number: number('Number'),
    status: dropdown('Status', { choices: statuses }),
    token: string('Token', {
      apiSensitive: true,
      key: true,
      sparse: true,
      length: 64,
      help: 'The only key for those who have no account.',
    }),
    cart_id: join('Cart', 'cart', weak),
    customer_id: join('Customer', 'customer', weak),
    customer_group_id: join('Customer group', 'customer-group', weak),
    email: string('E-mail', { help: 'Where its mail goes.' }),
    phone: string('Phone'),
    vat_id: string('VAT id', { help: 'That counted for its taxes.' }),
    untaxed: dropdown('Untaxed', { choices: untaxedReasons, help: 'Why nothing is taxed; empty where something is.' }),
    currency_code: string('Currency code'),
    currency_symbol: string('Currency symbol'),
    currency_decimals: number('Currency decimals'),
    currency_multiplicator: number('Currency multiplicator', { scale: 8 }),
    language_tag: dropdown('Language', { choices: 'languages' }),
    b2b: boolean('B2B'),
    ...money,
    ...moneyTriple('recurring', 'Recurring'),
    shipping_method_id: join('Shipping method', 'shipping-method', weak),
    delivery_title: string('Delivery'),
    delivery_days: number('Delivery time in days'),
    ...moneyTriple('delivery', 'Delivery'),
    payment_method_id: join('Payment method record', 'payment-method', weak),
    payment_title: string('Payment method'),
    ...moneyTriple('payment', 'Payment method'),
    discount_title: string('Discount'),
    discount_net: decimal('Discount net', { help: 'What was taken off.' }),
    discount_recurring_title: string('Recurring discount'),
    discount_recurring_net: decimal('Recurring discount net', { help: 'What was taken off.' }),
    weight: decimal('Weight'),
    weight_unit: string('Weight unit'),
    note: string('Note', { long: true, help: 'Of the customer.' }),
    terms_agreed: datetime('Terms agreed to'),
    terms: string('Terms', { long: true, html: true, help: 'As they read then.' }),
    shop: json('Shop', { help: 'Who sold it, as the store was named then.' }),
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
  unit_net: decimal('Net per unit', { help: 'In the base currency; all other amounts are in that of the document.' }),
  net_before_discount: decimal('Net before discount'),
  ...money,
  tax_rate: decimal('Tax rate', { help: 'Per cent.' }),
  recurring_net_before_discount: decimal('Recurring net before discount'),
  ...moneyTriple('recurring', 'Recurring'),
  recurring_tax_rate: decimal('Recurring tax rate', { help: 'Per cent.' }),
  recurring_interval: string('Recurring interval'),
  weight: decimal('Weight', { help: 'Of the whole quantity.' }),
  note: string('Note', { long: true }),
  configuration_id: join('Configuration', 'configuration', weak),
  trace: json('Trace', { help: 'How the price came about.' }),
}

/** What is frozen with a document: the shop's logo. */
export const documentFiles = ['logo'] as const

/** What was uploaded to a question is kept under this name and the question's id. */
export const uploadPrefix = 'question:'

/** What is frozen with a line: the picture of the product, those of its answers, and what was uploaded to its questions. */
export const lineFiles = ['picture', 'answer:', uploadPrefix] as const

export const lineConfigFields = {
  question_id: join('Question', 'question', weak),
  question_title: string('Question title'),
  answer_id: join('Answer', 'answer', weak),
  // A text that the shopper entered may have several lines.
  answer_title: string('Answer title', { lines: true }),
  entry: string('Entry', { long: true }),
  unit: string('Unit', { help: 'Shown behind the entry, e.g. mm.' }),
  net: decimal('Net'),
  recurring_net: decimal('Recurring net'),
  weight: decimal('Weight'),
  ordering: ordering(),
}

export const taxRateFields = {
  recurring: boolean('Recurring'),
  rate: decimal('Rate', { help: 'Per cent.' }),
  code: string('Code'),
  net: decimal('Net'),
  tax: decimal('Tax'),
}
