// Order and quote documents for tests, built from plain values as a small shop would store them.
import type { FrozenDocument, FrozenLine } from '../../../core/commerce/document/define.js'
import { toDocumentReply } from '../../../core/commerce/document/rows.js'
import { createMessageCatalogs, listShopperTexts, type MessageTexts } from '../../../core/foundation/message-catalogs.js'
import type { SheetSource } from '../../../plugins/print/sheet.js'

type DocumentValues = FrozenDocument<'sales-order'>['values']
type LineValues = FrozenLine['values']
type ConfigValues = FrozenLine['config'][number]

export interface FrozenDocumentOptions {
  readonly language?: string
  readonly values?: Partial<DocumentValues>
  readonly shop?: Partial<FrozenDocument['shop']>
  readonly instructions?: FrozenDocument['instructions']
  readonly billing?: Partial<NonNullable<FrozenDocument['billing']>> | null
  readonly delivery?: Partial<NonNullable<FrozenDocument['delivery']>> | null
  readonly lines?: readonly FrozenLine[]
  readonly rates?: readonly Partial<FrozenDocument['rates'][number]>[]
}

export const shopLetterhead: FrozenDocument['shop'] = {
  name: 'Blinds & Co',
  line1: 'Main street 1',
  line2: '',
  zip: '9000',
  city: 'Ghent',
  country: 'Belgium',
  phone: '+32 9 000 00 00',
  email_sales: 'sales@blinds.example',
  email_support: '',
  vat_id: 'BE0123456749',
  company_register: 'RPR Gent 0123.456.749',
  bank_name: 'Example Bank',
  iban: 'BE71 0961 2345 6769',
  time_zone: '',
  bic: 'GKCCBEBB',
  url: 'https://blinds.example',
}

const emptyPlaces = { country_id: null, state_id: null, county_id: null, city_id: null }

export const frozenBillingAddress: NonNullable<FrozenDocument['billing']> = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: '',
  line1: 'Sunny lane 7',
  line2: '',
  zip: '1000',
  city: 'Brussels',
  county: '',
  state: '',
  country: 'Belgium',
  ...emptyPlaces,
}

export function createFrozenConfig(question_title: string, answer_title: string, more: Partial<ConfigValues> = {}): ConfigValues {
  const ids = { id: 1, question_id: 1, answer_id: 1, question_line_id: 1 }
  const config = {
    ...ids,
    question_title,
    answer_title,
    entry: '',
    unit: '',
    net: 0,
    recurring_net: 0,
    weight: 0,
    ordering: 1,
    ...more,
  }
  return config
}

export function createFrozenLine(more: Partial<LineValues> = {}, rest: Partial<FrozenLine> = {}): FrozenLine {
  const values = {
    ...{ id: 1, product_id: 1, configuration_id: 1, title: 'Roller blind', sku: 'RB-1', quantity: 2, unit_net: 50 },
    ...{ net_before_discount: 100, net: 100, tax: 21, gross: 121, tax_rate: 21 },
    ...{ recurring_net_before_discount: 0, recurring_net: 0, recurring_tax: 0, recurring_gross: 0, recurring_tax_rate: 21 },
    ...{ recurring_interval: '', weight: 3.5, note: '', trace: null },
    ...more,
  }
  return {
    values: values,
    config: [createFrozenConfig('Fabric', 'Linen, sand'), createFrozenConfig('Width', '', { entry: '120', ordering: 2 })],
    files: [],
    image: null,
    ...rest,
  }
}

/** An order with one line of 100.00 net, 21 % VAT, and delivery at 10.00. */
export function createFrozenOrder(options: FrozenDocumentOptions = {}): FrozenDocument<'sales-order'> {
  const values = {
    ...{ id: 1, number: 1001, status: 'ordered', token: 't'.repeat(32), cart_id: 1, customer_id: null, customer_group_id: 1 },
    ...{
      email: 'ada@example.org',
      phone: '+32 2 111',
      vat_id: '',
      untaxed: '',
      language_tag: options.language ?? 'en-GB',
      b2b: false,
    },
    ...{ currency_code: 'EUR', currency_symbol: '€', currency_decimals: 2, currency_multiplicator: 1 },
    ...{ net: 110, tax: 23.1, gross: 133.1, recurring_net: 0, recurring_tax: 0, recurring_gross: 0 },
    ...{ shipping_method_id: 1, delivery_title: 'Parcel', delivery_days: 3 },
    ...{ delivery_net: 10, delivery_tax: 2.1, delivery_gross: 12.1 },
    ...{ payment_method_id: 1, payment_title: 'Bank transfer', payment_net: 0, payment_tax: 0, payment_gross: 0 },
    ...{ discount_title: '', discount_net: 0, discount_recurring_title: '', discount_recurring_net: 0 },
    ...{ weight: 3.5, weight_unit: 'kg', note: '', terms_agreed: '2030-01-02T09:59:00.000Z', terms: '', shop: null },
    ...{ created: '2030-01-02T09:00:00.000Z', placed: '2030-01-02T10:00:00.000Z' },
    ...options.values,
  }
  const rates = options.rates ?? [{ recurring: false, rate: 21, code: '', net: 110, tax: 23.1 }]
  return {
    entity: 'sales-order',
    id: 1,
    values: values as unknown as DocumentValues,
    shop: { ...shopLetterhead, ...options.shop },
    instructions: options.instructions ?? null,
    billing: options.billing === null ? null : { ...frozenBillingAddress, ...options.billing },
    delivery: options.delivery === null ? null : { ...frozenBillingAddress, ...options.delivery },
    lines: options.lines ?? [createFrozenLine()],
    rates: rates as unknown as FrozenDocument['rates'],
  }
}

/** The same content as a sent quote. */
export function createFrozenQuote(options: FrozenDocumentOptions = {}): FrozenDocument<'quote'> {
  const order = createFrozenOrder(options)
  const values = { ...order.values, status: 'sent', terms_agreed: null, valid_until: '2030-02-01T00:00:00.000Z' }
  const { placed: _placed, ...quoteValues } = { ...values, ...options.values }
  return { ...order, entity: 'quote', values: quoteValues as unknown as FrozenDocument<'quote'>['values'] }
}

/** The built-in texts of printed documents, by language tag. */
export const readDocumentTexts = (language: string): MessageTexts => listShopperTexts(createMessageCatalogs(), [], language)

/** The source of a printed document, in English unless `more` has other texts. */
export function toSheetSource(document: FrozenDocument, more: Partial<SheetSource> = {}): SheetSource {
  return { document, reply: toDocumentReply(document), documentTexts: {}, ...more }
}
