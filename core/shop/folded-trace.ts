// A trace of an amount within a number of characters: what does not fit is folded into lines that keep the sums exact.
import { fromAmount, toAmount } from '../engine/money/amount.js'
import type { ShownLine } from './shown-trace.js'

/** Stands for several lines; together with its siblings it adds up to the line above. */
export interface FoldedLine {
  readonly kind: 'folded'
  readonly amount: number
  /** How many lines it stands for. */
  readonly lines: number
}

export type ExcerptLine = Omit<ShownLine, 'parts'> & { readonly parts?: readonly (ExcerptLine | FoldedLine)[] }

interface Budget {
  left: number
}

const size = (value: object): number => JSON.stringify(value).length + 1

function concerns(line: ShownLine, question: number): boolean {
  return line.question_id === question || (line.parts ?? []).some((part) => concerns(part, question))
}

/** What a reader looks for first: the question that was asked for, warnings, what is no question, then what costs anything. */
function importance(line: ShownLine, question: number | undefined): number {
  if (question !== undefined && concerns(line, question)) return 4
  if (line.warnings) return 3
  if (line.question_id === undefined) return 2
  return line.amount === 0 ? 0 : 1
}

function folded(parts: readonly ShownLine[]): FoldedLine {
  const amount = fromAmount(parts.reduce((sum, part) => sum + toAmount(part.amount), 0))
  return { kind: 'folded', amount, lines: parts.length }
}

/** Those parts that fit, the weightiest first, in their own order. */
function chosen(parts: readonly ShownLine[], budget: Budget, question: number | undefined): ReadonlySet<ShownLine> {
  const kept = new Set<ShownLine>()
  for (const part of [...parts].sort((a, b) => importance(b, question) - importance(a, question))) {
    const { parts: _parts, ...own } = part
    const cost = size(own)
    if (cost > budget.left) break
    budget.left -= cost
    kept.add(part)
  }
  return kept
}

function open(line: ShownLine, budget: Budget, question: number | undefined): ExcerptLine {
  const { parts, ...own } = line
  if (!parts) return own
  const kept = chosen(parts, budget, question)
  const shown = [...kept].sort((a, b) => importance(b, question) - importance(a, question))
  const opened = new Map(shown.map((part) => [part, open(part, budget, question)]))
  const rest = parts.filter((part) => !kept.has(part))
  return { ...own, parts: [...parts.flatMap((part) => opened.get(part) ?? []), ...(rest.length > 0 ? [folded(rest)] : [])] }
}

/** @param question whose lines are opened first */
export function foldTrace(line: ShownLine, room: number, question: number | undefined): ExcerptLine {
  // The whole is longer than its lines one by one: where it fits, nothing is chosen.
  if (size(line) <= room) return line
  return open(line, { left: room }, question)
}
