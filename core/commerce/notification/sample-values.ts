// Realistic values of all placeholders in one language: a sample order of the shop, for the preview and the test of a mail.
import { translateMessage } from '../../engine/program/evaluation-context.js'
import { day } from '../../foundation/clock.js'
import { dayOf } from '../../foundation/time-zone.js'
import { createMessage, type MessageKey } from '../../foundation/message.js'
import { formatMessage } from '../../foundation/message-format.js'
import { taxClass } from '../../model/entities/store/tax-class.js'
import { createBlockValues, mailBlockMarkers, type NotificationValues } from '../../model/notification/sample.js'
import { listMailPages, toPagePath } from '../../shop/catalogue/content-pages.js'
import { resolveCurrency } from '../../shop/currency.js'
import { toLanguagePath } from '../../shop/language.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { computeDeliveryDates } from '../delivery/delivery-dates.js'
import { buildLetterhead } from '../document/letterhead.js'
import { getFormats } from './notification-values.js'

/** Net prices of the sample order in the base currency. */
const prices = { product: 79, extra: 24, delivery: 5 }
/** Percent. Used if no tax class of the shop has a rate. */
const usualTaxRate = 20

/**
 * @param options `status`: the status that the mail is about; `url`: the address of the shop. Without it, links lead to an example address
 */
export async function createSampleValues(
  fresh: ServiceContext,
  language: string,
  { status, url }: { readonly status: string; readonly url: string },
): Promise<NotificationValues> {
  const work = await fresh.at()
  const { registry } = work.context
  const shop = await buildLetterhead(work, language, url)
  const { chosen: currency } = await resolveCurrency(work, null)
  const { money, date, percent, plain } = getFormats(language, currency.code, currency.decimals, shop.time_zone || 'UTC')
  const sample = (key: Extract<MessageKey, `mail.sample${string}` | `payments.${string}`>): string =>
    formatMessage(createMessage(key), language, { catalogs: registry.messages })
  const texts = { questions: {}, answers: {}, messages: registry.shopperTexts(language), language }
  const rate = (await work.records(taxClass)).find(({ default_rate }) => (default_rate ?? 0) > 0)?.default_rate ?? usualTaxRate
  const round = (amount: number): number => Number(amount.toFixed(currency.decimals))
  const toNet = (price: number): number => round(price * currency.multiplicator)
  const toGross = (net: number): number => round(net * (1 + rate / 100))
  const [productNet, extraNet, deliveryNet] = [toNet(2 * prices.product), toNet(prices.extra), toNet(prices.delivery)]
  const net = round(productNet + extraNet + deliveryNet)
  const gross = round(toGross(productNet) + toGross(extraNet) + toGross(deliveryNet))
  const now = work.now
  const isoDate = (days: number): string => new Date(now + days * day).toISOString()
  const base = (shop.url || 'https://shop.example').replace(/\/$/, '')
  const person = { first_name: sample('mail.sampleFirstName'), last_name: sample('mail.sampleLastName') }
  const name = `${person.first_name} ${person.last_name}`
  const address = {
    ...person,
    company: '',
    line1: sample('mail.sampleStreet'),
    line2: '',
    zip: sample('mail.sampleZip'),
    city: sample('mail.sampleCity'),
    county: '',
    state: '',
    country: sample('mail.sampleCountry'),
  }
  const line = (title: string, sku: string, quantity: number, lineNet: number) => ({
    title,
    sku,
    quantity,
    net: money(lineNet),
    gross: money(toGross(lineNet)),
    amount: money(toGross(lineNet)),
    recurring: '',
    recurring_interval: '',
    note: '',
    options: [] as { readonly question: string; readonly text: string }[],
  })
  const number = '1042'
  const product = {
    ...line(sample('mail.sampleProduct'), 'RB-100', 2, productNet),
    options: [
      { question: sample('mail.sampleFabric'), text: sample('mail.sampleFabricAnswer') },
      { question: sample('mail.sampleWidth'), text: sample('mail.sampleWidthAnswer') },
      { question: sample('mail.sampleHeight'), text: sample('mail.sampleHeightAnswer') },
    ],
  }
  const vat = translateMessage(texts, 'VAT {rate} on {net}', { rate: percent(rate), net: money(net) })
  const document = {
    number,
    status,
    date: date(isoDate(0)),
    valid_until: date(isoDate(30)),
    link: base + toLanguagePath(work, language, '/'),
    note: sample('mail.sampleNote'),
    answer: sample('mail.sampleAnswer'),
    net: money(net),
    tax: money(gross - net),
    gross: money(gross),
    sums: [
      { label: sample('mail.sampleDelivery'), amount: money(toGross(deliveryNet)), kind: 'part' },
      { label: translateMessage(texts, 'Total, incl. VAT', {}), amount: money(gross), kind: 'total' },
      { label: translateMessage(texts, 'Net amount', {}), amount: money(net), kind: 'aside' },
      { label: vat, amount: money(gross - net), kind: 'aside' },
    ],
    recurring_gross: money(0),
    discount: '',
    delivery_title: sample('mail.sampleDelivery'),
    delivery_days: 3,
    delivery_dates:
      computeDeliveryDates({ dispatchTimes: [1], deliveryDays: 3 }, dayOf(now, shop.time_zone || 'UTC'), language)?.text ?? '',
    payment_title: sample('mail.samplePayment'),
    is_paid: ['paid', 'shipment', 'shipped', 'refunded'].includes(status),
    payment_text: sample('payments.transferToAccount'),
    payment_details: [
      { label: sample('payments.accountHolder'), text: shop.name },
      { label: 'IBAN', text: shop.iban || 'DE02 1203 0000 0000 2020 51' },
      { label: sample('payments.amount'), text: money(gross) },
      { label: sample('payments.reference'), text: number },
    ],
    weight: `${plain.format(2.4)} ${work.versionedSnapshot.snapshot.settings.weight_unit || 'kg'}`,
    lines: [product, line(sample('mail.sampleExtra'), 'FK-1', 1, extraNet)],
    billing: address,
    delivery: address,
  }
  const pages = shop.url === '' ? [] : await listMailPages(work, language)
  return {
    shop: {
      name: shop.name,
      email: shop.email_sales,
      phone: shop.phone,
      line1: shop.line1,
      zip: shop.zip,
      city: shop.city,
      country: shop.country,
      iban: shop.iban,
      bic: shop.bic,
      bank_name: shop.bank_name,
      pages: pages.map((page) => ({ title: page.title, link: base + toLanguagePath(work, language, toPagePath(page)) })),
    },
    customer: {
      ...person,
      name,
      company: '',
      email: sample('mail.sampleEmail'),
      phone: sample('mail.samplePhone'),
      vat_id: '',
    },
    order: { ...document, admin_link: `${base}/svc-admin/records/sales-order`, ...createBlockValues('order') },
    shipment: {
      number: `${number}-1`,
      carrier: 'DHL',
      tracking_code: '00340434161094042557',
      tracking_url: 'https://carrier.example/00340434161094042557',
      date: date(isoDate(2)),
      lines: [{ quantity: 2, title: product.title }],
      block: mailBlockMarkers.shipment.shipment,
    },
    quote: {
      ...document,
      delivery_dates: '',
      payment_title: '',
      payment_text: '',
      payment_details: [],
      admin_link: `${base}/svc-admin/records/quote`,
      ...createBlockValues('quote'),
    },
  }
}
