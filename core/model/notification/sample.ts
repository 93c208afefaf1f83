// Example values of an order and a quote: they define the placeholders of notifications and fill the preview.
import type { TemplateValues } from './template.js'

export type MailBlockName = 'addresses' | 'button' | 'credit' | 'customer' | 'items' | 'payment' | 'refund' | 'shipment'

/** Private-use characters, by the owner of the placeholder. No text that a person types contains them. */
export const mailBlockMarkers = {
  order: { items: '\uE100', addresses: '\uE101', payment: '\uE102', button: '\uE103', customer: '\uE104' },
  quote: { items: '\uE110', addresses: '\uE111', payment: '\uE112', button: '\uE113', customer: '\uE114' },
  shipment: { shipment: '\uE120' },
  refund: { refund: '\uE121' },
  credit_note: { credit: '\uE122' },
} as const

/** The placeholders of the blocks of an order or a quote. */
export const createBlockValues = (owner: 'order' | 'quote') => ({
  items_block: mailBlockMarkers[owner].items as string,
  addresses_block: mailBlockMarkers[owner].addresses as string,
  payment_block: mailBlockMarkers[owner].payment as string,
  button: mailBlockMarkers[owner].button as string,
  customer_block: mailBlockMarkers[owner].customer as string,
})

const address = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: '',
  line1: '12 St James’s Square',
  line2: '',
  zip: 'SW1Y 4JH',
  city: 'London',
  county: '',
  state: '',
  country: 'United Kingdom',
}

const line = {
  title: 'Roller blind',
  sku: 'RB-100',
  picture: '',
  quantity: 2,
  net: '€167.00',
  gross: '€198.73',
  amount: '€198.73',
  recurring: '',
  recurring_interval: '',
  note: '',
  options: [{ question: 'Fabric', text: 'Linen, sand' }],
}

const document = {
  number: '1042',
  status: 'ordered',
  date: '22 November 2026',
  valid_until: '22 December 2026',
  link: 'https://shop.example/orders/…',
  admin_link: 'https://shop.example/svc-admin/records/sales-order/1042',
  note: '',
  answer: '',
  net: '€171.96',
  tax: '€32.67',
  gross: '€204.63',
  sums: [
    { label: 'Parcel', amount: '€4.90', kind: 'part' },
    { label: 'Bank transfer', amount: '€1.00', kind: 'part' },
    { label: 'Total, incl. VAT', amount: '€204.63', kind: 'total' },
    { label: 'Net amount', amount: '€171.96', kind: 'aside' },
    { label: 'VAT 19% on €171.96', amount: '€32.67', kind: 'aside' },
  ],
  recurring_gross: '€0.00',
  discount: '',
  delivery_title: 'Parcel',
  delivery_days: 3,
  delivery_dates: '26 – 28 November',
  payment_title: 'Bank transfer',
  payment_state: 'unpaid',
  is_paid: false,
  payment_text: 'Please transfer the amount to this account and include the reference.',
  payment_details: [
    { label: 'IBAN', text: 'BE71 0961 2345 6769' },
    { label: 'Reference', text: '1042' },
  ],
  weight: '2.4 kg',
  lines: [line],
  billing: address,
  delivery: address,
}

/** All placeholders with example values. */
export const sampleValues = {
  shop: {
    name: 'Blinds & Co',
    email: 'sales@shop.example',
    phone: '+32 9 000 00 00',
    line1: 'Veldstraat 1',
    zip: '9000',
    city: 'Ghent',
    country: 'Belgium',
    iban: 'BE71 0961 2345 6769',
    bic: 'GKCCBEBB',
    bank_name: 'A bank',
    pages: [{ title: 'Terms and conditions', link: 'https://shop.example/page/terms-and-conditions' }],
  },
  customer: {
    name: 'Ada Lovelace',
    first_name: 'Ada',
    last_name: 'Lovelace',
    company: '',
    email: 'ada@people.example',
    phone: '',
    vat_id: '',
  },
  order: { ...document, ...createBlockValues('order') },
  shipment: {
    number: '1042-1',
    carrier: 'DHL',
    tracking_code: '00340434161094042557',
    tracking_url: 'https://carrier.example/00340434161094042557',
    date: '24 November 2026',
    lines: [{ quantity: 2, title: 'Roller blind' }],
    block: mailBlockMarkers.shipment.shipment as string,
  },
  refund: {
    amount: '€39.73',
    paid: '€204.63',
    before: '',
    kept: '€164.90',
    block: mailBlockMarkers.refund.refund as string,
  },
  credit_note: {
    number: 'C-1007',
    date: '30 November 2026',
    reason: 'Damaged in transit',
    net: '€33.39',
    tax: '€6.34',
    gross: '€39.73',
    /** The part that is paid back. Empty: nothing. */
    refund: '€39.73',
    lines: [{ ...line, quantity: 1, net: '€33.39', gross: '€39.73', amount: '€39.73' }],
    sums: [
      { label: 'Total, incl. VAT', amount: '€39.73', kind: 'total' },
      { label: 'Net amount', amount: '€33.39', kind: 'aside' },
      { label: 'VAT 19% on €33.39', amount: '€6.34', kind: 'aside' },
    ],
    block: mailBlockMarkers.credit_note.credit as string,
  },
  quote: { ...document, ...createBlockValues('quote'), status: 'sent', link: 'https://shop.example/quotes/…' },
} satisfies TemplateValues

export type NotificationValues = typeof sampleValues
