// Documents made from a frozen one without recomputation: its parts copied to another document, and the document of a credit note.
import { formatIsoTime } from '../../foundation/clock.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { DocumentEntity, FrozenDocument, FrozenLine } from './define.js'
import { documentKinds } from './kinds.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { creditNote, CreditLine } from '../../model/entities/orders/credit-note.js'
import { requireBalance } from '../../engine/money/document.js'

const copyOptions = { copied: true } as const

const fileColumns = 'original_name, media_type, size, width, height'

/** The target has the same amounts and no lines yet. INTERNAL_ERROR, and nothing stored, if the amounts do not add up. */
export async function copyDocumentParts(
  work: ServiceContext & TransactionContext,
  from: FrozenDocument,
  entity: DocumentEntity,
  id: number,
): Promise<void> {
  const [source, target] = [documentKinds[from.entity], documentKinds[entity]]
  const lines = from.lines.map(({ values }) => source.line.toFields(values))
  const rates = from.rates.map(source.rate.toFields)
  requireBalance(from.values, lines, rates)
  const storedLines = await target.line.store(
    work,
    lines.map((fields) => ({ parent: id, fields })),
    copyOptions,
  )
  const configs = from.lines.flatMap(({ config }, index) =>
    config.map((selection) => ({ parent: storedLines[index]!.id, fields: source.config.toFields(selection) })),
  )
  await target.config.store(work, configs, copyOptions)
  await target.rate.store(
    work,
    rates.map((fields) => ({ parent: id, fields })),
    copyOptions,
  )
  await copyFiles(work, from, entity, id)
}

/** Copies the logo and the files of the lines. Lines are matched by configuration, which is unique per line. */
async function copyFiles(
  { unit, now }: ServiceContext & TransactionContext,
  from: FrozenDocument,
  entity: DocumentEntity,
  id: number,
): Promise<void> {
  const [old, own] = [documentKinds[from.entity].line, documentKinds[entity].line]
  const rows = (of: string): string =>
    `INSERT INTO svc_files (name, entity, entity_id, property, ${fileColumns}, created)
      SELECT f.name, ?, ${of}, f.property, ${fileColumns}, ? FROM svc_files f`
  const at = formatIsoTime(now)
  await unit.run(`${rows('?')} WHERE f.entity = ? AND f.entity_id = ? ORDER BY f.id`, [entity, id, at, from.entity, from.id])
  await unit.run(
    `${rows('n.id')} JOIN ${old.table} o ON f.entity = ? AND f.entity_id = o.id
      JOIN ${own.table} n ON n.configuration_id = o.configuration_id AND n.${own.of} = ?
      WHERE o.${old.of} = ? ORDER BY n.id, f.id`,
    [own.entity, at, old.entity, id, from.id],
  )
}

type CreditNoteRecord = RecordOf<typeof creditNote>

/** Recurring amounts of a line without a subscription. */
export const noRecurring = {
  recurring_net_before_discount: 0,
  recurring_net: 0,
  recurring_tax: 0,
  recurring_gross: 0,
  recurring_tax_rate: 0,
} as const

/** An amount without a line becomes a line without a title and a product. */
function toCreditedLine(credited: CreditLine, lines: readonly FrozenLine[]): FrozenLine {
  const line = lines.find(({ values }) => values.id === credited.order_line_id)
  const { values } = line ?? lines[0]!
  const { net, tax, gross, rate, quantity } = credited
  const amounts = { net_before_discount: net, net, tax, gross, tax_rate: rate, ...noRecurring }
  if (line) {
    const weight = ((values.weight ?? 0) * (quantity ?? 1)) / (values.quantity ?? 1)
    return { ...line, values: { ...values, ...amounts, quantity, weight } }
  }
  const own = { product_id: null, configuration_id: null, title: credited.title, sku: '', note: '', quantity: 1, unit_net: net }
  return { values: { ...values, ...own, ...amounts, weight: 0 }, config: [], files: [], image: null }
}

/** The amounts of the credit note in the form of its order. Printers treat it like any document. */
export function toCreditDocument(
  order: FrozenDocument<'sales-order'>,
  { lines, rates, net, tax, gross }: CreditNoteRecord,
): FrozenDocument<'sales-order'> {
  const chargeOf = (name: 'delivery' | 'payment') => lines.find(({ kind }) => kind === name)
  const [delivery, payment] = [chargeOf('delivery'), chargeOf('payment')]
  const [row] = order.rates
  return {
    ...order,
    values: {
      ...order.values,
      net,
      tax,
      gross,
      recurring_net: 0,
      recurring_tax: 0,
      recurring_gross: 0,
      discount_title: '',
      discount_net: 0,
      discount_recurring_title: '',
      discount_recurring_net: 0,
      delivery_title: delivery?.title ?? '',
      delivery_net: delivery?.net ?? null,
      delivery_tax: delivery?.tax ?? null,
      delivery_gross: delivery?.gross ?? null,
      payment_title: payment?.title ?? '',
      payment_net: payment?.net ?? null,
      payment_tax: payment?.tax ?? null,
      payment_gross: payment?.gross ?? null,
    },
    instructions: null,
    lines: lines
      .filter(({ kind }) => kind === 'line' || kind === 'amount')
      .map((credited) => toCreditedLine(credited, order.lines)),
    rates: rates.map((rate) => ({ ...row!, ...rate, recurring: false })),
  }
}
