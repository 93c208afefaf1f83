// Realistic values of all placeholders in one language, of a sample order of the shop, for the preview and the test of a mail.
import { day, formatIsoTime } from '../../foundation/clock.js'
import type { NotificationValues } from '../../model/notification/sample.js'
import { listMailPages } from '../../shop/catalogue/content-pages.js'
import { toLanguagePath } from '../../shop/language.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { FrozenDocument } from '../document/define.js'
import { buildNotificationValues, type CreditNoteFacts, type RefundFacts } from './notification-values.js'
import { createSampleDocument, paidStatuses, sampleNumber, type SampleOptions } from './sample-document.js'

/** The last line of the sample is credited and refunded. */
function createSampleRefund({ lines, rates, values }: FrozenDocument): { refund: RefundFacts; creditNote: CreditNoteFacts } {
  const { id, title, quantity, net, tax, gross, tax_rate } = lines.at(-1)!.values
  const amounts = { net: net ?? 0, tax: tax ?? 0 }
  const rate = tax_rate ?? 0
  const record = {
    id: 0,
    invoice_id: 0,
    sales_order_id: 0,
    number: String(sampleNumber),
    reason: '',
    ...amounts,
    gross: gross ?? 0,
    lines: [{ kind: 'line' as const, order_line_id: id, title, quantity, rate, ...amounts, gross: gross ?? 0 }],
    rates: [{ rate, code: rates[0]?.code ?? '', ...amounts }],
    created: values.created,
  }
  return {
    refund: { amount: gross ?? 0, paid: values.gross ?? 0, before: 0 },
    creditNote: { record, refund: gross ?? 0 },
  }
}

/** @param options `url`: without it, links lead to an example address */
export async function createSampleValues(
  fresh: ServiceContext,
  language: string,
  { status, url }: SampleOptions,
): Promise<NotificationValues> {
  const work = await fresh.at()
  const document = await createSampleDocument(work, language, { status, url })
  const line = document.lines[0]!
  const values = buildNotificationValues(document, language, {
    pathTo: (path) => toLanguagePath(work, language, path),
    isPaid: paidStatuses.has(status),
    shipment: {
      number: `${sampleNumber}-1`,
      carrier: 'DHL',
      tracking_code: '00340434161094042557',
      tracking_url: 'https://carrier.example/00340434161094042557',
      shipped: formatIsoTime(work.now + 2 * day),
      lines: [{ order_line_id: line.values.id, quantity: line.values.quantity ?? 1 }],
    },
    ...createSampleRefund(document),
    messages: work.context.registry.shopperTexts(language),
    pages: await listMailPages(work, language),
  })
  const base = (document.shop.url || 'https://shop.example').replace(/\/$/, '')
  // The sample has no page of its own: its button leads to the shop, and in the copy to the shop to the list in the admin.
  const own = { link: base + toLanguagePath(work, language, '/'), admin_link: `${base}/svc-admin/records/${document.entity}` }
  return { ...values, order: { ...values.order, ...own }, quote: { ...values.quote, ...own } }
}
