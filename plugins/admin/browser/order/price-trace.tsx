// Shows how a price was calculated: a tree of amounts, each the sum of its children.
import type { ReactNode } from 'react'
import { t, type TextKey } from '../wording/text.js'
import type { MoneyFormatter } from './money-formatter.js'

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
  /** Formats the base currency. Prices of parts are in it. */
  readonly base: MoneyFormatter
  /** Formats the document's currency. */
  readonly money: MoneyFormatter
}

export function PriceTrace({ trace, base, money }: PriceTraceProps): ReactNode {
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
