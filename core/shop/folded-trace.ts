// Shortens a price trace to a number of characters. Omitted lines are merged into lines that keep the sums exact.
import { fromAmount, toAmount } from '../engine/money/amount.js'
import type { ShownLine } from './shown-trace.js'

/** Replaces several lines. With its siblings it adds up to the line above. */
export interface FoldedLine {
  readonly kind: 'folded'
  readonly amount: number
  /** Number of lines that it replaces. */
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

/** Order of inclusion: the requested question, warnings, lines that are no questions, then lines with an amount. */
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

/** The parts that fit, most important first, in their original order. */
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

/** @param question the question whose lines are included first */
export function foldTrace(line: ShownLine, room: number, question: number | undefined): ExcerptLine {
  // The whole trace is longer than its lines counted one by one, so nothing is left out if it fits.
  if (size(line) <= room) return line
  return open(line, { left: room }, question)
}
