// JSON shapes of the replies about orders and quotes.
import { extendShape, figure, flag, listOf, withName, nullable, object, text, whole } from '../../model/verb/shape.js'
import { amountShape, currencyShape } from '../../shop/shape.js'
import { deliveryDatesShape } from '../checkout/offers.js'

export const letterheadShape = withName(
  'Letterhead',
  object({
    name: text(),
    url: text('The base URL of the shop.'),
    line1: text(),
    line2: text(),
    zip: text(),
    city: text(),
    country: text(),
    phone: text(),
    email_sales: text(),
    email_support: text(),
    vat_id: text(),
    company_register: text(),
    bank_name: text(),
    iban: text(),
    bic: text(),
    time_zone: text('IANA name of the time zone of its dates.'),
  }),
)

export const postalAddressShape = withName(
  'PostalAddress',
  object({
    first_name: text(),
    last_name: text(),
    company: text(),
    line1: text(),
    line2: text(),
    zip: text(),
    city: text(),
    county: text(),
    state: text(),
    country: text(),
  }),
)

export const instructionsShape = withName(
  'PaymentInstructions',
  object({
    text: text(),
    details: listOf(object({ label: text(), text: text() }), 'Values to copy one by one, such as an IBAN or an amount.'),
  }),
)

export const documentLineShape = withName(
  'DocumentLine',
  extendShape(amountShape, {
    id: whole(),
    product_id: nullable(whole()),
    title: text(),
    sku: text(),
    image: nullable(
      text(),
      'The name of the picture of the configured product. `products/{product}/pictures/{name}` returns it.',
    ),
    quantity: whole(),
    unit_net: figure('Unit price in the base currency.'),
    net_before_discount: figure(),
    tax_rate: figure('In per cent.'),
    recurring: extendShape(amountShape, { net_before_discount: figure(), tax_rate: figure('In per cent.'), interval: text() }),
    weight: figure('Of the whole quantity.'),
    note: text(),
    options: listOf(
      object({
        question: text(),
        text: text(),
        file: nullable(text(), 'The id of the uploaded file. null for other entries.'),
        net: figure(),
        recurring_net: figure(),
      }),
    ),
    files: listOf(
      object({ id: text(), name: text(), type: text('By its content.'), size: whole('Bytes.') }),
      'Files uploaded to its questions.',
    ),
  }),
)

const discountShape = nullable(object({ title: text(), net: figure('The deducted amount.') }))

const documentMembers = {
  token: text('Grants access to guests.'),
  number: nullable(whole(), 'null until it has one.'),
  number_text: text('The number with its prefix. Empty until it has one.'),
  status: text(),
  created: text('ISO 8601.'),
  placed: nullable(text(), 'When an order was placed; null for a quote.'),
  valid_until: nullable(text(), 'The last day on which a quote is valid. null for an order, and before the quote is sent.'),
  language: text(),
  currency: currencyShape,
  b2b: flag('If true, show net prices first.'),
  email: text(),
  phone: text(),
  vat_id: text(),
  note: text(),
  terms_agreed: nullable(text('ISO 8601.'), 'When the customer agreed to the terms. null if the shop did not require it.'),
  terms: text('Rich text: the terms at the time of the order.'),
  shop: letterheadShape,
  billing: nullable(postalAddressShape),
  delivery_address: nullable(postalAddressShape),
  lines: listOf(documentLineShape),
  discount: discountShape,
  recurring_discount: discountShape,
  delivery: nullable(
    extendShape(amountShape, {
      title: text(),
      days: nullable(whole(), 'Days that the shipping method takes at most.'),
      total_days: nullable(whole(), 'Days from the order to the last expected day. null if it is unknown.'),
      dates: nullable(deliveryDatesShape, 'The expected delivery of a placed order. It never changes. null if it is unknown.'),
    }),
  ),
  payment: nullable(extendShape(amountShape, { title: text() })),
  payment_instructions: nullable(
    instructionsShape,
    'Payment instructions of methods without a payment page. null if there are none.',
  ),
  recurring: amountShape,
  rates: listOf(object({ recurring: flag(), rate: figure('In per cent.'), code: text(), net: figure(), tax: figure() })),
  weight: figure(),
  weight_unit: text(),
} as const

export const documentShape = withName('Document', extendShape(amountShape, documentMembers))
