// Formats a price trace for output: decimals, limited detail, and a number of characters. Merged lines keep the sums exact.
import { fromAmount, toAmount } from '../engine/money/amount.js'
import type { TraceLine } from '../engine/program/trace.js'

/** Replaces several lines. With its siblings it adds up to the line above. */
export interface MergedLine {
  readonly kind: 'folded'
  readonly amount: number
  /** Number of lines that it replaces. */
  readonly lines: number
}

/** A traced line with decimal amounts. Its parts add up to it exactly. */
export type DecimalTraceLine = Omit<TraceLine, 'amount' | 'parts'> & {
  readonly amount: number
  readonly parts?: readonly DecimalTraceLine[]
}

/** Maximum depth of lines. Each level is an object in a list, and a stored value has at most 64 levels. */
const maxDepth = 24

/** Drops the parts of lines at the maximum depth. */
export function toDecimalTraceLine({ amount, parts, ...line }: TraceLine, depth = maxDepth): DecimalTraceLine {
  return {
    ...line,
    amount: fromAmount(amount),
    ...(parts && depth > 0 && { parts: parts.map((part) => toDecimalTraceLine(part, depth - 1)) }),
  }
}

export type ExcerptLine = Omit<DecimalTraceLine, 'parts'> & { readonly parts?: readonly (ExcerptLine | MergedLine)[] }

interface CharacterBudget {
  left: number
}

const measureSize = (value: object): number => JSON.stringify(value).length + 1

function isAboutQuestion(line: DecimalTraceLine, question: number): boolean {
  return line.question_id === question || (line.parts ?? []).some((part) => isAboutQuestion(part, question))
}

/** Order of inclusion: the requested question, warnings, lines that are no questions, then lines with an amount. */
function rankLine(line: DecimalTraceLine, question: number | undefined): number {
  if (question !== undefined && isAboutQuestion(line, question)) return 4
  if (line.warnings) return 3
  if (line.question_id === undefined) return 2
  return line.amount === 0 ? 0 : 1
}

function mergeLines(parts: readonly DecimalTraceLine[]): MergedLine {
  const amount = fromAmount(parts.reduce((sum, part) => sum + toAmount(part.amount), 0))
  return { kind: 'folded', amount, lines: parts.length }
}

/** The parts that fit, most important first, in their original order. */
function chooseParts(
  parts: readonly DecimalTraceLine[],
  budget: CharacterBudget,
  question: number | undefined,
): ReadonlySet<DecimalTraceLine> {
  const chosenLines = new Set<DecimalTraceLine>()
  for (const part of [...parts].sort((a, b) => rankLine(b, question) - rankLine(a, question))) {
    const { parts: _parts, ...own } = part
    const cost = measureSize(own)
    if (cost > budget.left) break
    budget.left -= cost
    chosenLines.add(part)
  }
  return chosenLines
}

function compactLine(line: DecimalTraceLine, budget: CharacterBudget, question: number | undefined): ExcerptLine {
  const { parts, ...own } = line
  if (!parts) return own
  const chosenParts = chooseParts(parts, budget, question)
  const rankedParts = [...chosenParts].sort((a, b) => rankLine(b, question) - rankLine(a, question))
  const opened = new Map(rankedParts.map((part) => [part, compactLine(part, budget, question)]))
  const rest = parts.filter((part) => !chosenParts.has(part))
  return { ...own, parts: [...parts.flatMap((part) => opened.get(part) ?? []), ...(rest.length > 0 ? [mergeLines(rest)] : [])] }
}

/** @param question the question whose lines are included first */
export function compactTrace(line: DecimalTraceLine, room: number, question: number | undefined): ExcerptLine {
  // The whole trace is longer than its lines counted one by one, so nothing is left out if it fits.
  if (measureSize(line) <= room) return line
  return compactLine(line, { left: room }, question)
}
