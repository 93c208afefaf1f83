// The sold lines of an order, quote or cart with their price traces, uploads and totals.
import type { ReactNode } from 'react'
import { roundResult, type DocumentLineReply } from '#core/contract.js'
import type { DocumentDetail } from '../../api/document-shape.js'
import { getRootPath, toRecordPath } from '../base/screen-location.js'
import { Link } from '../base/routing.js'
import { formatNumber, type MoneyFormatter, t, type TextKey } from '../wording/text.js'
import { createDocumentMoneyFormatter, formatPercent, tOrder } from './order-text.js'

const sumUp = (amounts: readonly number[]): number => roundResult(amounts.reduce((sum, amount) => sum + amount, 0))

interface DocumentLinesProps {
  readonly documentDetail: DocumentDetail
}

/** Image types that every browser shows. Other uploads, such as SVG, can only be downloaded. */
const viewableImageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

interface UploadProps extends Pick<DocumentLinesProps, 'documentDetail'> {
  readonly file: DocumentLineReply['files'][number] | undefined
  /** The file name at the time of the sale. */
  readonly text: string
}

function Upload({ documentDetail, file, text }: UploadProps): ReactNode {
  const path = file && documentDetail.files[file.id]
  if (!path) return text
  const address = `${getRootPath()}api/${path}`
  return (
    <a className="upload" href={address} download={file.name}>
      {viewableImageTypes.has(file.type) && <img src={address} alt="" loading="lazy" />}
      <span>
        {text} <span className="quiet-text">{t('kilobytes', { size: formatNumber(Math.ceil(file.size / 1024)) })}</span>
      </span>
    </a>
  )
}

interface TraceNode {
  readonly kind: string
  readonly amount: number
  readonly title?: string
  readonly lines?: number
  readonly parts?: readonly TraceNode[]
}

interface LineTrace {
  readonly price?: TraceNode
  readonly gross?: TraceNode
  readonly recurring?: TraceNode
  readonly recurring_gross?: TraceNode
}

/** Labels of calculation steps that belong to no part of the product. */
const stepTextKeys: Readonly<Record<string, TextKey>> = {
  base: 'traceBase',
  total: 'traceTotal',
  conversion: 'traceConversion',
  contained_tax: 'traceContainedTax',
  discount: 'traceDiscount',
  tax: 'traceTax',
  rounding: 'traceRounding',
}

function formatNodeName({ kind, title, lines }: TraceNode): string {
  const step = stepTextKeys[kind]
  // The title of a total is a technical name, so the label replaces it.
  if (step !== undefined && (title === undefined || kind === 'total')) return t(step)
  return title ?? (kind === 'folded' ? t('traceFolded', { count: lines ?? 0 }) : kind.replaceAll('_', ' '))
}

function TraceNodeItem({ node, money }: { readonly node: TraceNode; readonly money: MoneyFormatter }): ReactNode {
  return (
    <li>
      <span className="trace-line">
        <span>{formatNodeName(node)}</span>
        <span className="number">{money(node.amount)}</span>
      </span>
      {node.parts && node.parts.length > 0 && (
        <ul>
          {node.parts.map((part, at) => (
            <TraceNodeItem key={at} node={part} money={money} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface PriceTraceProps {
  readonly trace: unknown
  /** Formats prices of parts, which are stored in the base currency. */
  readonly base: MoneyFormatter
  /** Formats the document's currency. */
  readonly money: MoneyFormatter
}

/** Shows how a price was calculated: a tree of amounts, each the sum of its children. */
function PriceTrace({ trace, base, money }: PriceTraceProps): ReactNode {
  const { price, gross, recurring, recurring_gross: often } = (trace ?? {}) as LineTrace
  const trees = [
    [t('tracePiece'), price, base],
    [t('traceLine'), gross, money],
    [t('traceRecurring'), recurring, base],
    [t('traceRecurringLine'), often, money],
  ] as const
  const there = trees.filter(([, node]) => node !== undefined)
  if (there.length === 0) return null
  return (
    <details className="trace">
      <summary>{t('howPriced')}</summary>
      {there.map(([name, node, write]) => (
        <section key={name}>
          <h4>{name}</h4>
          <ul>
            <TraceNodeItem node={node!} money={write} />
          </ul>
        </section>
      ))}
    </details>
  )
}

interface LineProgressProps extends Pick<DocumentLinesProps, 'documentDetail'> {
  readonly line: DocumentLineReply
}

/** The shipped and the refunded pieces of a line. Nothing before the first of them. */
function LineProgress({ documentDetail: { order }, line }: LineProgressProps): ReactNode {
  const open = order?.lines.find(({ id }) => id === line.id)
  if (!open) return null
  const [shipped, refunded] = [line.quantity - open.unshipped, line.quantity - open.uncredited]
  const texts = [
    shipped > 0 ? tOrder('lineShipped', { count: shipped, of: line.quantity }) : '',
    refunded > 0 ? tOrder('lineRefunded', { count: refunded }) : '',
  ].filter((text) => text !== '')
  if (texts.length === 0) return null
  return (
    <p className="line-progress">
      {texts.map((text) => (
        <span key={text} className="badge">
          {text}
        </span>
      ))}
    </p>
  )
}

function DocumentLine({ documentDetail, at }: DocumentLinesProps & { readonly at: number }): ReactNode {
  const line = documentDetail.document.lines[at]!
  const money = createDocumentMoneyFormatter(documentDetail)
  // Prices of parts are stored in the base currency of that time.
  const base: MoneyFormatter = (amount) => money(amount === null ? null : amount * documentDetail.baseFactor)
  const { b2b } = documentDetail.document
  const picture = documentDetail.pictures[line.id]
  return (
    <li className={picture === undefined ? 'sold' : 'sold pictured'}>
      {picture !== undefined && <img className="line-picture" src={`${getRootPath()}api/${picture}`} alt="" loading="lazy" />}
      <header>
        <h3>
          <span className="number">{line.quantity} ×</span>{' '}
          {line.product_id === null ? line.title : <Link to={toRecordPath('product', line.product_id)}>{line.title}</Link>}
        </h3>
        <strong className="number">{money(b2b ? line.net_before_discount : line.gross)}</strong>
      </header>
      <LineProgress documentDetail={documentDetail} line={line} />
      <p className="quiet-text">
        {[
          line.sku,
          t('perPiece', { amount: base(line.unit_net) }),
          t('netOf', { amount: money(line.net) }),
          `${formatPercent(line.tax_rate)} ${t('tax')}`,
          line.recurring.gross === 0
            ? ''
            : t('recurringOf', { amount: money(line.recurring.gross), interval: line.recurring.interval }),
        ]
          .filter((text) => text !== '')
          .join(' · ')}
      </p>
      {line.options.length > 0 && (
        <dl className="facts">
          {line.options.map(({ question, text, file, net }, index) => (
            <div key={index}>
              <dt>{question}</dt>
              <dd>
                {file === null ? (
                  <bdi>{text}</bdi>
                ) : (
                  <Upload documentDetail={documentDetail} file={line.files.find(({ id }) => id === file)} text={text} />
                )}{' '}
                {net !== 0 && <span className="quiet-text">{base(net)}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {line.note !== '' && <p className="note">{line.note}</p>}
      <PriceTrace trace={documentDetail.traces[at]} base={base} money={money} />
    </li>
  )
}

type SumRow = readonly [label: string, amount: string, kind?: 'total' | 'aside']

/** The rows before `total` add up to it: net amounts and taxes for companies, gross amounts for others. */
function listSumRows(documentDetail: DocumentDetail): readonly SumRow[] {
  const { document } = documentDetail
  const { b2b, lines, discount } = document
  const money = createDocumentMoneyFormatter(documentDetail)
  const rates = document.rates.filter(({ recurring }) => !recurring)
  const charges = [
    document.delivery && ([document.delivery.title || t('delivery'), document.delivery] as const),
    document.payment && document.payment.gross !== 0 && ([document.payment.title || t('paymentCost'), document.payment] as const),
  ].flatMap((charge): readonly SumRow[] => (charge ? [[charge[0], money(b2b ? charge[1].net : charge[1].gross)]] : []))
  const formatRate = (rate: number, code: string): string => `${formatPercent(rate)}${code === '' ? '' : ` (${code})`}`
  if (b2b) {
    return [
      [tOrder('itemsTotal'), money(sumUp(lines.map((line) => line.net_before_discount)))],
      ...(discount ? [[discount.title || t('discount'), money(-discount.net)] as const] : []),
      ...charges,
      ...rates.map(({ rate, code, tax }) => [tOrder('addedTax', { rate: formatRate(rate, code) }), money(tax)] as const),
      [t('total'), money(document.gross), 'total'],
      [t('net'), money(document.net), 'aside'],
    ]
  }
  return [
    [tOrder('itemsTotal'), money(sumUp(lines.map((line) => line.gross)))],
    ...charges,
    [t('total'), money(document.gross), 'total'],
    ...rates.map(
      ({ rate, code, net, tax }) =>
        [tOrder('includedTax', { rate: formatRate(rate, code), net: money(net) }), money(tax), 'aside'] as const,
    ),
    ...(discount
      ? [[tOrder('deducted', { title: discount.title || t('discount') }), money(discount.net), 'aside'] as const]
      : []),
  ]
}

/** Money that was received, paid back, and is still due. */
function listMoneyRows(documentDetail: DocumentDetail): readonly SumRow[] {
  const { order, document } = documentDetail
  if (!order || document.number === null) return []
  const money = createDocumentMoneyFormatter(documentDetail)
  const isDue = order.payment.value === 'unpaid' || order.payment.value === 'partly_paid'
  return [
    [tOrder('paidTotal'), money(order.paid)],
    ...(order.refunded > 0 ? [[tOrder('refundedTotal'), money(-order.refunded)] as const] : []),
    ...(isDue ? [[tOrder('openTotal'), money(sumUp([document.gross, -order.paid])), 'total'] as const] : []),
  ]
}

function DocumentTotals({ documentDetail }: Pick<DocumentLinesProps, 'documentDetail'>): ReactNode {
  const { document } = documentDetail
  const money = createDocumentMoneyFormatter(documentDetail)
  const recurring: readonly SumRow[] = document.recurring.gross === 0 ? [] : [[t('recurring'), money(document.recurring.gross)]]
  const groups = [[...listSumRows(documentDetail), ...recurring], listMoneyRows(documentDetail)]
  return groups
    .filter((rows) => rows.length > 0)
    .map((rows, index) => (
      <dl key={index} className="sums">
        {rows.map(([label, amount, kind], at) => (
          <div key={at} className={kind === 'aside' ? 'aside quiet-text' : kind}>
            <dt>{label}</dt>
            <dd className="number">{amount}</dd>
          </div>
        ))}
      </dl>
    ))
}

export function DocumentLines({ documentDetail }: DocumentLinesProps): ReactNode {
  return (
    <section className="card" aria-labelledby="sold">
      <h2 id="sold">{t('soldHead')}</h2>
      {documentDetail.document.lines.length === 0 ? (
        <p className="quiet-text">{t('noLines')}</p>
      ) : (
        <ul className="plain">
          {documentDetail.document.lines.map(({ id }, at) => (
            <DocumentLine key={id} documentDetail={documentDetail} at={at} />
          ))}
        </ul>
      )}
      <DocumentTotals documentDetail={documentDetail} />
    </section>
  )
}
