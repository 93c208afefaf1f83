// Compiles a product with its variant tables. They become rules of the answers in their columns and limits for entered numbers.
import { Refusal } from '../../ground/property/kind.js'
import { compile } from '../program/compile.js'
import { formatTypedNumber } from '../../ground/parse-number.js'
import { languageOf, say, type Texts } from '../program/context.js'
import type { Program } from '../program/program.js'
import type { ProductSource } from '../program/source.js'
import type { StateView } from '../program/state-view.js'
import type { EngineTypes } from '../program/types.js'
import { Locator } from '../proof/locate.js'
import { columnsOf } from './columns.js'
import type { CellPart } from './define.js'
import { type Guard, guardName, guardType, guarded } from './guard.js'
import { type ReadSelection, RowIndex } from './row-index.js'

/** Maximum number of values or ranges in a message. */
const maxListed = 12

interface ColumnPosition {
  readonly index: RowIndex
  readonly column: number
}

function formatParts(parts: readonly CellPart[], texts: Texts | undefined): string {
  const lowerLimit = (part: CellPart): number => (typeof part === 'number' ? part : part.from)
  const labels = parts
    .toSorted((a, b) => lowerLimit(a) - lowerLimit(b))
    .map((part) =>
      typeof part === 'number'
        ? formatTypedNumber(part, languageOf(texts))
        : say(texts, '{from} to {to}', { from: part.from, to: part.to }),
    )
  const distinct = [...new Set(labels)]
  return distinct.slice(0, maxListed).join(', ') + (distinct.length > maxListed ? ', …' : '')
}

/** The refusal for a number, with the numbers that are possible for the other selections. */
function refuseNumber(
  { index, column }: ColumnPosition,
  question: string,
  read: ReadSelection,
  texts: Texts | undefined,
): Refusal {
  const possibleParts = index.listed(column, read) ?? []
  const values = { question, values: formatParts(possibleParts, texts) }
  if (index.table.mode === 'forbid')
    return new Refusal(say(texts, "'{question}' takes anything but {values} with what else is selected.", values))
  if (possibleParts.length > 0) return new Refusal(say(texts, "'{question}' takes {values} with what else is selected.", values))
  return new Refusal(say(texts, "'{question}' takes nothing with what else is selected.", values))
}

/** Compiles a product including its variant tables. Without tables the same as `compile`. */
export function compileWithTables(source: ProductSource, types: EngineTypes): Program {
  const { tables = [] } = source
  if (tables.length === 0) return compile(source, types)
  const locator = new Locator(source, types)
  const indexes: RowIndex[] = []
  const guards = new Map<number, Guard[]>()
  const numberColumns = new Map<number, ColumnPosition[]>()
  for (const table of tables) {
    const columns = columnsOf(table, locator)
    if (!columns) continue
    const index = new RowIndex(table, columns)
    indexes.push(index)
    for (const [column, { question, answers }] of columns.entries()) {
      if (!answers) {
        numberColumns.set(question.id, [...(numberColumns.get(question.id) ?? []), { index, column }])
        continue
      }
      const questions = columns.flatMap((other, at) => (at === column ? [] : [other.question.id]))
      for (const { id } of locator.answersOf(question)) {
        const guard = { table: indexes.length - 1, column, selection: String(id), questions }
        guards.set(id, [...(guards.get(id) ?? []), guard])
      }
    }
  }
  const answers = source.answers.map((answer) => {
    const answerGuards = guards.get(answer.id)
    return answerGuards ? { ...answer, rules: guarded(answer.rules, answerGuards) } : answer
  })
  const conditionTypes = new Map([...types.conditionTypes, [guardName, guardType(indexes)]])
  const program = compile({ ...source, answers }, { ...types, conditionTypes })
  const selectionReader =
    ({ text }: StateView): ReadSelection =>
    (other) =>
      text[program.questionIndex.get(other)!]!
  return {
    ...program,
    // The original source: proofs and guidance read the tables themselves.
    source,
    tablesAgainst(state, question, value) {
      const { id, type } = program.questions[question]!
      const read = selectionReader(state)
      const answerGuards = guards.get(Number(value)) ?? []
      const positions = type.takesAnswers
        ? answerGuards.map(({ table, column }): ColumnPosition => ({ index: indexes[table]!, column }))
        : (numberColumns.get(id) ?? [])
      return positions.filter(({ index, column }) => !index.admits(column, value, read)).map(({ index }) => index.table.id)
    },
    refuses(state, question, value) {
      const { id, settings } = program.questions[question]!
      const { texts } = state.context
      const read = selectionReader(state)
      const position = numberColumns.get(id)?.find(({ index, column }) => !index.admits(column, value, read))
      return position && refuseNumber(position, texts?.questions[id] ?? settings.title, read, texts)
    },
  }
}
