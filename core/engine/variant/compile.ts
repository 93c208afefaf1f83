// Compiles a product with its variant tables: each says of the answers in its columns when they apply, and judges entered numbers.
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
import { RowIndex } from './row-index.js'

/** So many values or ranges are named to a shopper whose number does not fit. */
const mostNamed = 12

interface Place {
  readonly index: RowIndex
  readonly column: number
}

function spelled(parts: readonly CellPart[], texts: Texts | undefined): string {
  const first = (part: CellPart): number => (typeof part === 'number' ? part : part.from)
  const words = parts
    .toSorted((a, b) => first(a) - first(b))
    .map((part) =>
      typeof part === 'number'
        ? formatTypedNumber(part, languageOf(texts))
        : say(texts, '{from} to {to}', { from: part.from, to: part.to }),
    )
  const named = [...new Set(words)]
  return named.slice(0, mostNamed).join(', ') + (named.length > mostNamed ? ', …' : '')
}

/** Says which numbers would go with what else is selected. */
function refusal(
  { index, column }: Place,
  question: string,
  read: (id: number) => string | null,
  texts: Texts | undefined,
): Refusal {
  const listed = index.listed(column, read) ?? []
  const values = { question, values: spelled(listed, texts) }
  if (index.table.mode === 'forbid')
    return new Refusal(say(texts, "'{question}' takes anything but {values} with what else is selected.", values))
  if (listed.length > 0) return new Refusal(say(texts, "'{question}' takes {values} with what else is selected.", values))
  return new Refusal(say(texts, "'{question}' takes nothing with what else is selected.", values))
}

/** As `compile`, with the tables. Where there are none it is the same. */
export function compileWithTables(source: ProductSource, types: EngineTypes): Program {
  const { tables = [] } = source
  if (tables.length === 0) return compile(source, types)
  const locator = new Locator(source, types)
  const indexes: RowIndex[] = []
  const guards = new Map<number, Guard[]>()
  const entered = new Map<number, Place[]>()
  for (const table of tables) {
    const columns = columnsOf(table, locator)
    if (!columns) continue
    const index = new RowIndex(table, columns)
    indexes.push(index)
    for (const [column, { question, answers }] of columns.entries()) {
      if (!answers) {
        entered.set(question.id, [...(entered.get(question.id) ?? []), { index, column }])
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
    const own = guards.get(answer.id)
    return own ? { ...answer, rules: guarded(answer.rules, own) } : answer
  })
  const conditionTypes = new Map([...types.conditionTypes, [guardName, guardType(indexes)]])
  const program = compile({ ...source, answers }, { ...types, conditionTypes })
  type Reading = (id: number) => string | null
  const reading =
    ({ text }: StateView): Reading =>
    (other) =>
      text[program.questionIndex.get(other)!]!
  return {
    ...program,
    // What was stored: proofs and guidance read the tables themselves.
    source,
    tablesAgainst(state, question, value) {
      const { id, type } = program.questions[question]!
      const read = reading(state)
      const own = guards.get(Number(value)) ?? []
      const places = type.takesAnswers
        ? own.map(({ table, column }): Place => ({ index: indexes[table]!, column }))
        : (entered.get(id) ?? [])
      return places.filter(({ index, column }) => !index.admits(column, value, read)).map(({ index }) => index.table.id)
    },
    refuses(state, question, value) {
      const { id, settings } = program.questions[question]!
      const { texts } = state.context
      const read = reading(state)
      const place = entered.get(id)?.find(({ index, column }) => !index.admits(column, value, read))
      return place && refusal(place, texts?.questions[id] ?? settings.title, read, texts)
    },
  }
}
