// Converts group cardinalities that no question type can express into variant tables over yes/no questions.
import { type FileFindings, formatValue } from 'product-configurator-service'
import type { CountedGroup } from './decisions.js'
import type { DecisionKeyMap } from './rules.js'

/** Limits of a variant table. */
const countTableLimits = { columns: 20, rows: 20_000 } as const

/** All combinations of `count` selected members out of `length`. */
function* generateChoices(length: number, count: number): Generator<readonly boolean[]> {
  const selected = Array.from({ length: count }, (_, index) => index)
  for (;;) {
    const selectedIndexes = new Set(selected)
    yield Array.from({ length }, (_, index) => selectedIndexes.has(index))
    let at = count - 1
    while (at >= 0 && selected[at] === length - count + at) at--
    if (at < 0) return
    selected[at]!++
    for (let next = at + 1; next < count; next++) selected[next] = selected[next - 1]! + 1
  }
}

function countCombinations(length: number, count: number): number {
  let ways = 1
  for (let at = 1; at <= count; at++) ways = (ways * (length - count + at)) / at
  return Math.round(ways)
}

/** Fields of the variant tables; a blocker if a table would be too large. */
export function createCountTables(
  counted: readonly CountedGroup[],
  keys: DecisionKeyMap,
  findings: FileFindings,
): readonly object[] {
  return counted.flatMap(({ group, decisions }) => {
    const { length } = decisions
    const max = Math.min(group.max, length)
    const range = `${group.min} to ${max} of ${length} features`
    let rows = 0
    for (let count = group.min; count <= max; count++) rows += countCombinations(length, count)
    if (length > countTableLimits.columns || rows > countTableLimits.rows) {
      findings.blocker(
        'cardinality',
        `A group takes ${range}, which would be a table of ${length} columns and ${rows} rows; it has at most ${countTableLimits.columns} and ${countTableLimits.rows}. Divide the group.`,
        group.line,
      )
      return []
    }
    const cells = decisions.map((decision) => keys.get(decision)!)
    const lines = [cells.map(({ question }) => question).join(' ')]
    for (let count = group.min; count <= max; count++)
      for (const choice of generateChoices(length, count))
        lines.push(cells.map(({ answers }, at) => answers[choice[at] ? 0 : 1]!).join(' '))
    const name = `${formatValue(decisions[0]!.feature.title)} …: ${range}`
    return [{ name, table: `${lines.join('\n')}\n` }]
  })
}
