// Client-side programs of a product, created once per product version and customer group, and cached. Variant tables become rules.
import { compileProgram } from '../../engine/program/compiler.js'
import type { EvaluationContext, Program } from '../../engine/program/program.js'
import type { ClientEvaluatedPoint } from '../../model/storefront/module.js'
import type { Registry } from '../../model/registry.js'
import type { CompiledProduct } from '../compiled-products.js'
import type { ClientProgramMode, ClientProgram } from './define.js'
import { type PrunedProduct, pruneProduct, findPriceCalculations } from './prune-product.js'
import type { AnswerSource, ProductSource, EngineTypes } from '../../engine/program/source.js'
import { ProductLookup } from '../../engine/proof/product-lookup.js'
import { Malformed, parseRule, type ParsedRule, type RuleNode, type StoredRule } from '../../engine/rule/stored.js'
import { applicableColumns, type TableColumn } from '../../engine/variant/row-index.js'
import { type Cell, cellParts, type TableRow, type TableSource } from '../../engine/variant/variant-table.js'

// Variant tables as rules of answers: the client engine only knows rules.

/** Maximum number of conditions. Larger products are not converted. */
const maxConditions = 10_000

class TooLong extends Error {}

class TableRuleWriter {
  private conditions = 0

  /** The condition "this value is selected" (or not). NOT is allowed only at the top of a rule, so negations are written out. */
  private selected({ question }: TableColumn, isEqual: boolean, value: number | ''): RuleNode {
    if (++this.conditions > maxConditions) throw new TooLong()
    const operator = isEqual ? '==' : '!='
    const args = { questionId: question.id, field: 'selected' }
    return { kind: 'condition', condition: { type: 'QuestionProperty', args, operator, value } }
  }

  /**
   * The condition "the selection matches the cell". In a table that allows combinations, an empty selection matches too. Null =
   * always true.
   */
  private cellCondition(column: TableColumn, cell: Cell, mode: TableSource['mode'], negated: boolean): RuleNode | null {
    if (cell === '*') return mode === 'allow' ? null : this.selected(column, negated, '')
    const values: (number | '')[] = cellParts(cell).filter((part) => typeof part === 'number')
    if (mode === 'allow') values.unshift('')
    // No answer has the id 0.
    if (values.length === 0) values.push(0)
    return group(
      negated ? 'all' : 'any',
      values.map((value) => this.selected(column, !negated, value)),
    )
  }

  /** The condition "the row matches the selections in the other columns". Null = always true. */
  private row(row: TableRow, otherColumns: readonly TableColumn[], mode: TableSource['mode'], negated: boolean): RuleNode | null {
    const parts = otherColumns
      .map((column) => this.cellCondition(column, row[column.place] ?? [], mode, negated))
      .filter((part) => part !== null)
    return parts.length === 0 ? null : group(negated ? 'any' : 'all', parts)
  }

  /** The rule that the table adds to an answer. True = always applies, false = never applies. */
  answer(
    table: TableSource,
    columns: readonly TableColumn[],
    column: TableColumn,
    id: number,
    negated: boolean,
  ): RuleNode | boolean {
    const { mode } = table
    const otherColumns = columns.filter((other) => other !== column)
    const matchesAnswer = (cell: Cell): boolean => cell === '*' || cellParts(cell).includes(id)
    const rows = table.rows.filter((row) => matchesAnswer(row[column.place] ?? []))
    const isNegated = negated === (mode === 'allow')
    const parts = rows.map((row) => this.row(row, otherColumns, mode, isNegated))
    if (parts.includes(null)) return mode === 'allow'
    if (parts.length === 0) return mode === 'forbid'
    return group(
      isNegated ? 'all' : 'any',
      parts.filter((part) => part !== null),
    )
  }
}

function group(kind: 'all' | 'any', parts: readonly RuleNode[]): RuleNode {
  return parts.length === 1 ? parts[0]! : { kind, parts }
}

/** A malformed rule never holds. */
const malformedRule = 'never'

function joinRules(ownRule: ParsedRule | null, tables: readonly RuleNode[]): StoredRule {
  const not = ownRule?.not ?? false
  const parts = [...(ownRule ? [ownRule.root] : []), ...tables]
  return parts.length === 0 ? null : { not, root: group(not ? 'any' : 'all', parts) }
}

/**
 * Returns the product without tables, with the tables as rules. Null if the rules would be too long or a table has a numeric
 * column, because rules cannot restrict numbers. The result contains new answers.
 */
export function convertTablesToRules(source: ProductSource, types: EngineTypes): ProductSource | null {
  const locator = new ProductLookup(source, types)
  const writer = new TableRuleWriter()
  const applicable = (source.tables ?? []).flatMap((table) => {
    const columns = applicableColumns(table, locator)
    return columns ? [{ table, columns }] : []
  })
  if (applicable.some(({ columns }) => columns.some(({ answers }) => !answers))) return null
  const answerRule = (answer: AnswerSource): StoredRule => {
    const ownRule = parseRule(answer.rules)
    if (ownRule instanceof Malformed) return answer.rules
    const parts: RuleNode[] = []
    for (const { table, columns } of applicable) {
      const column = columns.find(({ question }) => question.id === answer.question_id)
      if (!column) continue
      const rule = writer.answer(table, columns, column, answer.id, ownRule?.not ?? false)
      if (rule === false) return malformedRule
      if (rule !== true) parts.push(rule)
    }
    return joinRules(ownRule, parts)
  }
  try {
    return { ...source, tables: [], answers: source.answers.map((answer) => ({ ...answer, rules: answerRule(answer) })) }
  } catch (error) {
    if (error instanceof TooLong) return null
    throw error
  }
}

// The programs.

/** Maximum size of a program in characters of JSON. A larger one would take browsers longer to load than it saves. */
const maxProgramLength = 1_000_000

/** Maximum number of cached programs per product. */
const maxCachedPrograms = 50

const disabledProgram: ClientProgram = { mode: 'off', source: null, modules: [] }

const programCache = new WeakMap<CompiledProduct, Map<string, ClientProgram>>()

/**
 * The plugin scripts that a browser needs, as `<point>-<name>`; null if a required plugin type has no browser code and can be
 * evaluated on the server only.
 */
function findRequiredModules(registry: Registry, { reads }: PrunedProduct): readonly string[] | null {
  const modules: string[] = []
  for (const type of reads.types) {
    const [point, name] = type.split(' ') as [ClientEvaluatedPoint, string]
    const owner = registry[point].owner(name)
    if (owner === undefined || !registry.isCustom(owner)) continue
    if (registry.clientModules.get(name)?.of !== point) return null
    modules.push(`${point}-${name}`)
  }
  return modules.sort()
}

/** Whether a program without prices would still reveal prices, through a rule or a limit that reads them. */
function hasPriceLeak({ reads }: PrunedProduct, product: CompiledProduct, context: EvaluationContext): boolean {
  const priced = findPriceCalculations(product.program, context)
  return reads.prices || [...reads.calculations].some((id) => priced.has(id))
}

/** Browsers support no variant tables, so the tables are converted to rules; null if that is impossible or the rules would be too long. */
function toPlainProgram(program: Program): Program | null {
  const { source, types } = program
  if (!source.tables?.length) return program
  const plain = convertTablesToRules(source, types)
  return plain && compileProgram(plain, types)
}

function createClientProgram(
  registry: Registry,
  product: CompiledProduct,
  context: EvaluationContext,
  mode: ClientProgramMode,
): ClientProgram {
  if (mode === 'off') return disabledProgram
  const program = toPlainProgram(product.program)
  const prunedProgram = program && pruneProduct(program, context, mode === 'full')
  if (!prunedProgram) return disabledProgram
  const modules = findRequiredModules(registry, prunedProgram)
  if (modules === null) return disabledProgram
  if (mode === 'rules' && hasPriceLeak(prunedProgram, product, context)) return disabledProgram
  return JSON.stringify(prunedProgram.source).length > maxProgramLength
    ? disabledProgram
    : { mode, source: prunedProgram.source, modules }
}

/**
 * The client-side program for the context's group, as far as the product's author allows it.
 * @param maySeePrices false: rules only
 */
export function getClientProgram(
  registry: Registry,
  product: CompiledProduct,
  context: EvaluationContext,
  maySeePrices: boolean,
): ClientProgram {
  const mode = product.twin === 'full' && !maySeePrices ? 'rules' : product.twin
  const groups = programCache.get(product) ?? new Map<string, ClientProgram>()
  programCache.set(product, groups)
  const key = JSON.stringify([mode, context.customerGroupId, context.customerGroup])
  const clientProgram = groups.get(key) ?? createClientProgram(registry, product, context, mode)
  if (!groups.has(key) && groups.size >= maxCachedPrograms) groups.clear()
  groups.set(key, clientProgram)
  return clientProgram
}
