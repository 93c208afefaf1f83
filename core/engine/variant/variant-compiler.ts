// Compiles a product with its variant tables. They become rules of the answers in their columns and limits for entered numbers.
import { Refusal } from '../../foundation/property/kind.js'
import { compileProgram } from '../program/compiler.js'
import { formatTypedNumber } from '../../foundation/parse-number.js'
import { callerLanguage, translateMessage, type EvaluationTexts, type StateView, type Program } from '../program/program.js'
import type { ProductSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import { ProductLookup } from '../proof/product-lookup.js'
import { applicableColumns, type SelectionReader, RowIndex } from './row-index.js'
import type { CellPart } from './variant-table.js'
import { type TableGuard, guardName, guardType, addGuards } from './table-guard.js'

/** Maximum number of values or ranges in a message. */
const maxListed = 12

interface ColumnPosition {
  readonly index: RowIndex
  readonly column: number
}

function formatParts(parts: readonly CellPart[], texts: EvaluationTexts | undefined): string {
  const lowerLimit = (part: CellPart): number => (typeof part === 'number' ? part : part.from)
  const labels = parts
    .toSorted((a, b) => lowerLimit(a) - lowerLimit(b))
    .map((part) =>
      typeof part === 'number'
        ? formatTypedNumber(part, callerLanguage(texts))
        : translateMessage(texts, 'shop.valueRange', { from: part.from, to: part.to }),
    )
  const distinct = [...new Set(labels)]
  return distinct.slice(0, maxListed).join(', ') + (distinct.length > maxListed ? ', …' : '')
}

/** The refusal for a number, with the numbers that are possible for the other selections. */
function refuseNumber(
  { index, column }: ColumnPosition,
  question: string,
  read: SelectionReader,
  texts: EvaluationTexts | undefined,
): Refusal {
  const possibleParts = index.listParts(column, read) ?? []
  const values = { question, values: formatParts(possibleParts, texts) }
  if (index.table.mode === 'forbid') return new Refusal(translateMessage(texts, 'shop.valuesImpossible', values))
  if (possibleParts.length > 0) return new Refusal(translateMessage(texts, 'shop.onlyValuesPossible', values))
  return new Refusal(translateMessage(texts, 'shop.nothingPossible', values))
}

/** Compiles a product including its variant tables. Without tables the same as `compile`. */
export function compileWithTables(source: ProductSource, types: EngineTypes): Program {
  const { tables = [] } = source
  if (tables.length === 0) return compileProgram(source, types)
  const locator = new ProductLookup(source, types)
  const indexes: RowIndex[] = []
  const guards = new Map<number, TableGuard[]>()
  const numberColumns = new Map<number, ColumnPosition[]>()
  for (const table of tables) {
    const columns = applicableColumns(table, locator)
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
    return answerGuards ? { ...answer, rules: addGuards(answer.rules, answerGuards) } : answer
  })
  const conditionTypes = new Map([...types.conditionTypes, [guardName, guardType(indexes)]])
  const program = compileProgram({ ...source, answers }, { ...types, conditionTypes })
  const selectionReader =
    ({ text }: StateView): SelectionReader =>
    (other) =>
      text[program.questionIndex.get(other)!]!
  return {
    ...program,
    // The original source: proofs and guidance read the tables themselves.
    source,
    findBlockingTables(state, question, value) {
      const { id, type } = program.questions[question]!
      const read = selectionReader(state)
      const answerGuards = guards.get(Number(value)) ?? []
      const positions = type.takesAnswers
        ? answerGuards.map(({ table, column }): ColumnPosition => ({ index: indexes[table]!, column }))
        : (numberColumns.get(id) ?? [])
      return positions.filter(({ index, column }) => !index.admits(column, value, read)).map(({ index }) => index.table.id)
    },
    refuseNumber(state, question, value) {
      const { id, settings } = program.questions[question]!
      const { texts } = state.context
      const read = selectionReader(state)
      const position = numberColumns.get(id)?.find(({ index, column }) => !index.admits(column, value, read))
      return position && refuseNumber(position, texts?.questions[id] ?? settings.title, read, texts)
    },
  }
}
