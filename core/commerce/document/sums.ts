// Sums of a document, printed below the table with taxes added or included, and stored documents whose sums do not add up.
import type { AmountReply } from '../../shop/price.js'
import type { DocumentRateReply, DocumentReply } from './define.js'
import { createMessage, type Message, type MessageKey, createLabel } from '../../foundation/message.js'
import { type Registry, requireEntity } from '../../model/registry.js'
import { quoteName, type Queryable } from '../../storage/database/dialect.js'
import { type DocumentKind, documentKinds } from './kinds.js'

export interface DocumentSum {
  readonly label: string
  readonly amount: string
  /** `total`: the amount to pay; `part`: an addend; `aside`: an amount that is included. */
  readonly kind: 'part' | 'total' | 'aside'
}

/** The formats that the sums need, in the document's language. Mails and printed documents pass their own. */
export interface SumFormats {
  translate(messageKey: MessageKey, values?: Readonly<Record<string, string | number>>): string
  money(amount: number): string
  /** `rate` is in percent. */
  percent(rate: number): string
}

type SumKind = DocumentSum['kind']

/** Charges in addition to the goods. Delivery is listed even if it is free. */
function createChargeSums({ delivery, payment, b2b }: DocumentReply, { money }: SumFormats): readonly DocumentSum[] {
  const amount = ({ net, gross }: AmountReply): string => money(b2b ? net : gross)
  const costly = payment !== null && payment.gross !== 0 ? [payment] : []
  return [...(delivery ? [delivery] : []), ...costly].map((charge) => ({
    label: charge.title,
    amount: amount(charge),
    kind: 'part',
  }))
}

/** True for a code such as `VAT DE 19 %`, which repeats the rate. A code of added rates explains them. */
const isRateInCode = (code: string, rate: number): boolean => code.replace(',', '.').replaceAll(/\s/g, '').includes(`${rate}%`)

function createTaxSums(
  rates: readonly DocumentRateReply[],
  { translate, money, percent }: SumFormats,
  kind: SumKind,
): readonly DocumentSum[] {
  return rates.map(({ rate, code, net, tax }) => {
    const values = { rate: percent(rate), net: money(net), code }
    const isCodeShown = code !== '' && !isRateInCode(code, rate)
    const label = isCodeShown ? translate('documents.vatCodeOn', values) : translate('documents.vatOn', values)
    return { label, amount: money(tax), kind }
  })
}

const createSum = (label: string, amount: string, kind: SumKind): DocumentSum => ({ label, amount, kind })

/** The sums of the one-time amounts. */
export function createSums(reply: DocumentReply, wording: SumFormats): readonly DocumentSum[] {
  const { translate, money } = wording
  const { b2b, discount, lines, net, gross } = reply
  const rates = reply.rates.filter(({ recurring }) => !recurring)
  const before = lines.reduce((total, line) => total + line.net_before_discount, 0)
  const discountSums = discount
    ? [createSum(discount.title || translate('documents.discount'), money(-discount.net), 'part')]
    : []
  if (b2b) {
    return [
      ...(discount ? [createSum(translate('documents.subtotal'), money(before), 'part'), ...discountSums] : []),
      ...createChargeSums(reply, wording),
      createSum(translate('documents.totalNet'), money(net), 'part'),
      ...createTaxSums(rates, wording, 'part'),
      createSum(translate('documents.totalGross'), money(gross), 'total'),
    ]
  }
  const label = translate('documents.alreadyDeducted', { title: discount?.title || translate('documents.discount') })
  return [
    ...createChargeSums(reply, wording),
    createSum(translate('documents.totalGross'), money(gross), 'total'),
    createSum(translate('documents.netAmount'), money(net), 'aside'),
    ...createTaxSums(rates, wording, 'aside'),
    ...(discount ? [createSum(label, money(discount.net), 'aside')] : []),
  ]
}

/** The sums of the recurring amounts; empty if there are none. */
export function createRecurringSums(reply: DocumentReply, wording: SumFormats): readonly DocumentSum[] {
  const { translate, money } = wording
  const { b2b, recurring, recurring_discount: discount } = reply
  const rates = reply.rates.filter((rate) => rate.recurring)
  if (rates.length === 0 && recurring.gross === 0) return []
  const label = discount?.title || translate('documents.discount')
  const discountSums = discount ? [createSum(label, money(b2b ? -discount.net : discount.net), b2b ? 'part' : 'aside')] : []
  const total = createSum(translate('documents.recurringGross'), money(recurring.gross), 'total')
  const net = createSum(translate('documents.recurringNet'), money(recurring.net), b2b ? 'part' : 'aside')
  return b2b
    ? [...discountSums, net, ...createTaxSums(rates, wording, 'part'), total]
    : [
        total,
        net,
        ...createTaxSums(rates, wording, 'aside'),
        ...discountSums.map((discountSum) => ({
          ...discountSum,
          label: translate('documents.alreadyDeducted', { title: label }),
        })),
      ]
}

const coalesceZero = (sql: string): string => `COALESCE(${sql}, 0)`

interface FaultCondition {
  /** The amounts that are compared. */
  readonly sums: Message
  readonly condition: string
}

/** SQL conditions, each true for a document whose amounts do not add up. `d` is the document. */
function listFaultConditions({ line, rate }: DocumentKind): readonly FaultCondition[] {
  const conditions: FaultCondition[] = []
  const lines = (column: string): string =>
    coalesceZero(`(SELECT SUM(l.${column}) FROM ${quoteName(line.table)} l WHERE l.${quoteName(line.of)} = d.id)`)
  const rates = (column: string, recurring: boolean): string =>
    coalesceZero(
      `(SELECT SUM(r.${column}) FROM ${quoteName(rate.table)} r WHERE r.${quoteName(rate.of)} = d.id AND COALESCE(r.recurring, 0) = ${recurring ? 1 : 0})`,
    )
  const total = (column: string): string => coalesceZero(`d.${column}`)
  for (const column of ['net', 'tax', 'gross'] as const) {
    const charges = `${coalesceZero(`d.delivery_${column}`)} + ${coalesceZero(`d.payment_${column}`)}`
    const sum = createMessage(`results.${column}`)
    conditions.push(
      { sums: sum, condition: `${lines(column)} + ${charges} <> ${total(column)}` },
      {
        sums: createMessage('results.recurring', { sum }),
        condition: `${lines(`recurring_${column}`)} <> ${total(`recurring_${column}`)}`,
      },
    )
  }
  for (const column of ['net', 'tax'] as const) {
    const sum = createMessage('results.ofRates', { sum: createMessage(`results.${column}`) })
    conditions.push(
      { sums: sum, condition: `${rates(column, false)} <> ${total(column)}` },
      {
        sums: createMessage('results.recurring', { sum }),
        condition: `${rates(column, true)} <> ${total(`recurring_${column}`)}`,
      },
    )
  }
  return conditions
}

/** One message for each kind of mismatch; empty if all documents add up. */
export async function findTotalFaults(on: Queryable, registry: Registry): Promise<readonly Message[]> {
  const faults: Message[] = []
  for (const kind of Object.values(documentKinds)) {
    const { label, pluralLabel, table } = requireEntity(registry, kind.entity)
    for (const { sums, condition } of listFaultConditions(kind)) {
      const sql = `SELECT COUNT(*) AS count, MIN(d.id) AS first FROM ${quoteName(table)} d WHERE ${condition}`
      const [row] = await on.query<{ readonly count: number; readonly first: number }>(sql)
      if (!row || Number(row.count) === 0) continue
      faults.push(
        createMessage('results.unbalanced', {
          count: row.count,
          entities: createLabel('entity', pluralLabel),
          entity: createLabel('entity', label),
          id: row.first,
          sums,
        }),
      )
    }
  }
  return faults
}
