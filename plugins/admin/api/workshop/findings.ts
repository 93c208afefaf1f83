// Checks a whole product: its findings with example selections and automatic repairs, and the gaps to close before publication.
import { isObject, productEditing, entityModel, requireEntity } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../../gate/admin-scope.js'
import { createMessageTranslator } from '../../wording/message-translator.js'
import { requireProduct } from './workshop-tree.js'
import { type WorkshopFindings, type Repair, type WitnessSelections, type ProductReadiness } from './workshop-shape.js'

/** Maximum seconds for the check, because the author waits for it. An incomplete result is marked as such. */
const proofTimeLimit = 10
/** Maximum number of returned findings. */
const maxFindings = 200

type Fields = Readonly<Record<string, unknown>>

const step = /^(all|any)\[(\d+)\]$/

/** The rule without the part at `any[1].all[0]`. null if there is no such part, or if nothing would remain. */
export function removeRulePart(rule: unknown, part: string): Fields | null {
  if (!isObject(rule)) return null
  if (isObject(rule['not'])) {
    const inner = removeRulePart(rule['not'], part)
    return inner && { not: inner }
  }
  const [first = '', ...rest] = part.split('.')
  const [, group = '', place = ''] = step.exec(first) ?? []
  const parts: unknown = rule[group]
  if (!Array.isArray(parts) || parts.length < 2 || Number(place) >= parts.length) return null
  if (rest.length === 0) return { ...rule, [group]: parts.filter((_, at) => at !== Number(place)) }
  const inner = removeRulePart(parts[Number(place)], rest.join('.'))
  return inner && { ...rule, [group]: parts.map((rulePart: unknown, at) => (at === Number(place) ? inner : rulePart)) }
}

type ProofFinding = productEditing.ProofReport['findings'][number]
type ProductSource = Awaited<ReturnType<typeof productEditing.loadProductSource>>
type MatrixSource = NonNullable<ProductSource['calculations'][number]['matrix']>

type RepairFactory = (finding: ProofFinding, rule: unknown) => Omit<Repair, 'entity' | 'id'> | null

const repairsByKind: Partial<Record<ProofFinding['kind'], RepairFactory>> = {
  tautology: () => ({ does: 'remove-rule', fields: { rules: null } }),
  'redundant-part'({ part }, rule) {
    const rules = part === undefined ? null : removeRulePart(rule, part)
    return rules && { does: 'remove-part', fields: { rules } }
  },
  'dead-answer': () => ({ does: 'unpublish', fields: { published: false } }),
}

/** @param rule the record's rule, as authors read it */
function findRepair(finding: ProofFinding, rule: unknown): Repair | null {
  const { entity, id, kind } = finding
  const mend = repairsByKind[kind]?.(finding, rule)
  return mend ? { entity, id, ...mend } : null
}

type CellCoordinates = readonly [row: number, column: number]

const sortUnique = (values: Iterable<number>): readonly number[] => [...new Set(values)].sort((a, b) => a - b)

/** The first position without a cell, or the first after which the value falls. */
function findProblemCell({ cells, lookup }: MatrixSource, falls: boolean): CellCoordinates | null {
  const rows = sortUnique(cells.map(({ row }) => row))
  const columns = sortUnique(cells.map(({ column }) => column))
  const valuesByRow = new Map(rows.map((row) => [row, new Map<number, number>()]))
  for (const { row, column, value } of cells) valuesByRow.get(row)!.set(column, Number(value))
  if (falls && lookup === 'exact') return null
  const columnIndex = new Map(columns.map((column, index) => [column, index]))
  for (const [i, row] of rows.entries()) {
    const values = valuesByRow.get(row)!
    if (!falls) {
      const hole = values.size < columns.length ? columns.find((column) => !values.has(column)) : undefined
      if (hole !== undefined) return [row, hole]
      continue
    }
    // Only the cells of the row: a sparse table has many more positions than cells.
    for (const [column, here] of [...values].sort(([a], [b]) => a - b)) {
      const [right, below] = [columns[columnIndex.get(column)! + 1], rows[i + 1]]
      // The cell with the lower value.
      if (right !== undefined && (values.get(right) ?? here) < here) return [row, right]
      if (below !== undefined && (valuesByRow.get(below)!.get(column) ?? here) < here) return [below, column]
    }
  }
  return null
}

function toCellSelections(matrix: MatrixSource, cell: CellCoordinates | null): WitnessSelections {
  if (cell === null) return []
  const axes = [matrix.row_question_id, matrix.column_question_id]
  return axes.flatMap((question_id, axis) => (question_id === null ? [] : [{ question_id, value: String(cell[axis]) }]))
}

/** The first value that a question accepts and its table lacks. */
function findUncoveredValue(source: ProductSource, matrix: MatrixSource, questionId: number): WitnessSelections {
  const axis = matrix.row_question_id === questionId ? 'row' : 'column'
  const coveredValues = sortUnique(matrix.cells.map((cell) => cell[axis]))
  const own = source.answers.filter(({ question_id }) => question_id === questionId)
  const coveredSet = new Set(coveredValues)
  const answer = own.find(({ id }) => !coveredSet.has(id))
  if (answer) return [{ question_id: questionId, value: String(answer.id) }]
  const question = source.questions.find(({ id }) => id === questionId)
  if (!question || own.length > 0) return []
  const [first = 0, last = 0] = [coveredValues[0], coveredValues.at(-1)]
  const value = matrix.lookup === 'nextLower' ? (question.minval ?? first - 1) : (question.maxval ?? last + 1)
  return coveredSet.has(value) ? [] : [{ question_id: questionId, value: String(value) }]
}

/** Empty if no selection is needed, or if none would show the finding. */
function findWitness(source: ProductSource, { kind, entity, id, at }: ProofFinding): WitnessSelections {
  if (entity === 'answer') {
    const answer = source.answers.find((candidate) => candidate.id === id)
    return answer ? [{ question_id: answer.question_id, value: String(id) }] : []
  }
  const matrix = entity === 'calculation' ? source.calculations.find((candidate) => candidate.id === id)?.matrix : null
  if (!matrix) return []
  const question = at.find((place) => place.entity === 'question')
  if (question) return findUncoveredValue(source, matrix, question.id)
  return toCellSelections(matrix, findProblemCell(matrix, kind !== 'matrix-hole'))
}

export async function readFindings(scope: AdminScope): Promise<Reply> {
  const { app, caller: adminCaller, language } = scope
  const tell = createMessageTranslator(app.context.registry, language)
  const product = requireProduct(scope)
  const source = await productEditing.loadProductSource(app.context, product)
  const input = { product_id: product, seconds: proofTimeLimit }
  const { findings, gaveUp } = (await app.act('prove-product', input, {
    caller: { ...adminCaller, outside: true },
    keepsMessages: true,
  })) as productEditing.ProofReport
  const reported = findings.slice(0, maxFindings)
  const rules = await loadFindingRules(scope, reported)
  return createJsonReply({
    findings: reported.map((finding) => {
      const { kind, grade, entity, id, field, message } = tell.finding(finding)
      const witness = findWitness(source, finding)
      return { kind, grade, entity, id, field, message, witness, repair: findRepair(finding, rules.get(`${entity} ${id}`)) }
    }),
    more: findings.length - reported.length,
    gaveUp,
  } satisfies WorkshopFindings)
}

/** The rules of the records in these findings, as authors read them. */
async function loadFindingRules({ app }: AdminScope, findings: readonly ProofFinding[]): Promise<ReadonlyMap<string, unknown>> {
  const places = new Map(
    findings.flatMap(({ part, entity, id }) => (part === undefined ? [] : [[`${entity} ${id}`, { entity, id }]])),
  )
  const read = [...places].map(
    async ([key, { entity, id }]) => [key, (await app.records.read(entity, id)).record['rules']] as const,
  )
  return new Map(await Promise.all(read))
}

type Values = Readonly<Record<string, unknown>>

/** Fields with a price, a text in its place, or a calculation of it. */
const isPriced = (values: Values): boolean =>
  ['baseprice', 'baseprice_recurring', 'price', 'price_recurring'].some((name) => Number(values[name] ?? 0) !== 0) ||
  ['calcmodel', 'calcmodel_recurring', 'custom_price_text'].some((name) => (values[name] ?? '') !== '')

/** `GET workshop/<product id>/readiness` (catalog:read). */
export async function readProductReadiness(scope: AdminScope): Promise<Reply> {
  const { app } = scope
  const { registry, database } = app.context
  const id = requireProduct(scope)
  const { snapshot } = await loadSettingsSnapshot(scope)
  const { languages, defaultLanguage: source } = snapshot
  const tree = (await productEditing.loadProductTree(app.context, database, id, languages)) ?? new Map()
  const records = [...tree].flatMap(([name, rows]) => {
    const entity = requireEntity(registry, name)
    return rows.map(({ values }: { readonly values: Values }) => ({ entity, values }))
  })
  const product: Values = records[0]?.values ?? {}
  const context = await app.shop.createContext({}).at()
  const [shop] = await context.list('store')
  const rates = await context.list('tax-rate', { column: 'tax_class_id', values: [Number(product['tax_class_id'] ?? 0)] })
  const classes = await context.list('tax-class', { column: 'id', values: [Number(product['tax_class_id'] ?? 0)] })
  const missing: { language: string; count: number }[] = []
  for (const language of languages.filter((tag) => tag !== source)) {
    let count = 0
    for (const [name, rows] of tree) {
      const ids = rows.map(({ id: recordId }: { readonly id: number }) => recordId)
      const counts = await app.records.texts.countMissingByRecord(requireEntity(registry, name), ids, { source, language })
      for (const gaps of counts.values()) count += gaps
    }
    if (count > 0) missing.push({ language, count })
  }
  return createJsonReply({
    hasPrice: records.some(({ values }) => isPriced(values)),
    hasTax:
      rates.some(({ values }) => values['country_id'] === (shop?.values['country_id'] ?? null)) ||
      classes.some(({ values }) => Number(values['default_rate'] ?? 0) > 0),
    hasPicture: records.some(({ entity, values }) =>
      entityModel
        .listFileProperties(entity)
        .some(({ name }) => (values[name] ?? '') !== '' && ['product', 'answer'].includes(entity.name)),
    ),
    missingTexts: missing,
  } satisfies ProductReadiness)
}
