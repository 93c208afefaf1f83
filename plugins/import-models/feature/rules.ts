// Formats literals and clauses as rule lines of a sheet, with the keys of questions and answers.
import type { Clause } from './clauses.js'
import { type Decision, type DecisionLiteral, noSelection, type DecisionVariable } from './decisions.js'

/** Key of a question, and the keys of its answers by index. */
export interface DecisionKeys {
  readonly question: string
  readonly answers: readonly string[]
}

export type DecisionKeyMap = ReadonlyMap<Decision, DecisionKeys>

export function formatLiteral({ variable: { decision }, value }: DecisionLiteral, keys: DecisionKeyMap): string {
  const { question, answers } = keys.get(decision)!
  return `${question} == ${answers[value]!}`
}

/** Alternatives: one inner list of comparisons must hold completely. */
function formatComparisons(
  { decision, values, isTick }: DecisionVariable,
  allowedValues: ReadonlySet<number>,
  keys: DecisionKeyMap,
): readonly string[][] {
  const { question, answers } = keys.get(decision)!
  const compared = (sign: string, list: readonly number[]): string[] =>
    list.map((answerIndex) => `${question} ${sign} ${answers[answerIndex]!}`)
  if (isTick) return [compared(allowedValues.has(noSelection) ? '!=' : '==', values)]
  const matchingValues = values.filter((value) => allowedValues.has(value))
  const otherValues = values.filter((value) => !allowedValues.has(value))
  if (!allowedValues.has(noSelection)) return matchingValues.map((value) => compared('==', [value]))
  // Both forms are equivalent. Use the shorter one.
  if (matchingValues.length + 1 < otherValues.length)
    return [[`${question} == ''`], ...matchingValues.map((value) => compared('==', [value]))]
  return [compared('!=', otherValues)]
}

function formatClause(clause: Clause, keys: DecisionKeyMap): readonly string[][] {
  return [...clause]
    .sort(([a], [b]) => a.index - b.index)
    .flatMap(([variable, values]) => formatComparisons(variable, values, keys))
}

/** Formats all clauses as one line. */
export function formatRules(clauses: readonly Clause[], keys: DecisionKeyMap): string {
  const single: string[] = []
  const several: string[] = []
  for (const clause of clauses) {
    const parts = formatClause(clause, keys)
    if (parts.length === 1) single.push(...parts[0]!)
    else several.push(parts.map((all) => (all.length === 1 ? all[0]! : `(${all.join(' and ')})`)).join(' or '))
  }
  if (single.length === 0 && several.length === 1) return several[0]!
  return [...new Set([...single, ...several.map((line) => `(${line})`)])].join(' and ')
}
