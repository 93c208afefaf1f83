// The fields that orders and quotes share, their lines and tax rates included: both are frozen snapshots.
import { boolean } from '../properties/boolean.js'
import { datetime } from '../properties/datetime.js'
import { dropdown, type StaticChoices } from '../properties/dropdown.js'
import { join } from '../properties/join.js'
import { json } from '../properties/json.js'
import { decimal, number } from '../properties/number.js'
import { ordering } from '../properties/ordering.js'
import { string } from '../properties/string.js'
import { moneyFields, createMoneyFields } from './groups.js'

/** The reasons for an untaxed document. The invoice must state it. */
export const untaxedReasons = {
  reverse_charge: 'The recipient owes the tax',
  export: 'Export',
  exempt: 'Exempt recipient',
} as const

export type UntaxedReason = keyof typeof untaxedReasons

/** The snapshot keeps these ids when the referenced record is deleted. */
const weakReference = { weak: true } as const

export function createDocumentFields<const S extends StaticChoices>(statuses: S) {
  return {
    number: number('Number'),
    status: dropdown('Status', { choices: statuses }),
    token: string('Token', {
      apiSensitive: true,
      key: true,
      sparse: true,
      length: 64,
      help: 'The access key of customers without an account.',
    }),
    cart_id: join('Cart', 'cart', weakReference),
    customer_id: join('Customer', 'customer', weakReference),
    customer_group_id: join('Customer group', 'customer-group', weakReference),
    email: string('E-mail', { help: 'The address for notifications.' }),
    phone: string('Phone'),
    vat_id: string('VAT ID', { help: 'The id that was used to determine taxes.' }),
    untaxed: dropdown('Untaxed', { choices: untaxedReasons, help: 'The reason for an untaxed document; empty if it is taxed.' }),
    currency_code: string('Currency code'),
    currency_symbol: string('Currency symbol'),
    currency_decimals: number('Currency decimals'),
    currency_multiplicator: number('Currency multiplicator', { scale: 8 }),
    language_tag: dropdown('Language', { choices: 'languages' }),
    b2b: boolean('B2B'),
    ...moneyFields,
    ...createMoneyFields('recurring', 'Recurring'),
    shipping_method_id: join('Shipping method', 'shipping-method', weakReference),
    delivery_title: string('Delivery'),
    delivery_days: number('Delivery time in days'),
    ...createMoneyFields('delivery', 'Delivery'),
    payment_method_id: join('Linked payment method', 'payment-method', weakReference),
    payment_title: string('Payment method'),
    ...createMoneyFields('payment', 'Payment method'),
    discount_title: string('Discount'),
    discount_net: decimal('Discount net', { help: 'The deducted amount.' }),
    discount_recurring_title: string('Recurring discount'),
    discount_recurring_net: decimal('Recurring discount net', { help: 'The deducted amount.' }),
    weight: decimal('Weight'),
    weight_unit: string('Weight unit'),
    note: string('Note', { long: true, help: 'Note from the customer.' }),
    terms_agreed: datetime('Terms agreed to'),
    terms: string('Terms', { long: true, html: true, help: 'The wording at the time of the order.' }),
    shop: json('Shop', { help: "The seller's name and address at the time of the order." }),
    created: datetime('Created'),
  }
}

/** The join of a part to its order, quote, line or payment. Parts are read and deleted with their parent. */
export function createParentJoin(label: string, entity: string) {
  return join(label, entity, { owner: true, cascade: true, required: true })
}

export const lineFields = {
  product_id: join('Product', 'product', weakReference),
  title: string('Title'),
  sku: string('SKU'),
  quantity: number('Quantity'),
  unit_net: decimal('Net per unit', { help: "In the base currency. All other amounts are in the document's currency." }),
  net_before_discount: decimal('Net before discount'),
  ...moneyFields,
  tax_rate: decimal('Tax rate', { help: 'Per cent.' }),
  recurring_net_before_discount: decimal('Recurring net before discount'),
  ...createMoneyFields('recurring', 'Recurring'),
  recurring_tax_rate: decimal('Recurring tax rate', { help: 'Per cent.' }),
  recurring_interval: string('Recurring interval'),
  weight: decimal('Weight', { help: 'For the whole quantity.' }),
  note: string('Note', { long: true }),
  configuration_id: join('Configuration', 'configuration', weakReference),
  trace: json('Trace', { help: 'The calculation of the price.' }),
}

/** Files that are frozen with a document: the shop's logo. */
export const documentFiles = ['logo'] as const

/** Prefix of files that the customer uploaded for a question, followed by the question's id. */
export const uploadPrefix = 'question:'

/** Prefix of the layers of the picture of a configured product, followed by their order from 0, the lowest. */
export const layerPrefix = 'layer:'

/** Files that are frozen with a line: pictures of the product and its answers, layers, and uploads. */
export const lineFiles = ['picture', 'answer:', layerPrefix, uploadPrefix] as const

export const lineConfigFields = {
  question_id: join('Question', 'question', weakReference),
  question_title: string('Question title'),
  answer_id: join('Answer', 'answer', weakReference),
  // A text that the shopper entered may have several lines.
  answer_title: string('Answer title', { lines: true }),
  entry: string('Entry', { long: true }),
  unit: string('Unit', { help: 'Shown after the entry, for example mm.' }),
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
