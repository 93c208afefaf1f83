// Collects the stored prices of products and answers together with their changed values.
import { toScaledInteger } from '../engine/money/amount.js'
import { changePrice, type PriceChange } from '../engine/money/price-change.js'
import { sha256 } from '../foundation/digest.js'
import { ValidationError } from '../foundation/errors.js'
import { createMessage } from '../foundation/message.js'
import type { PropertyMap } from '../foundation/property/kind.js'
import { entities } from '../model/entities/index.js'
import type { StoredCell } from '../model/entities/catalog/calculation-matrix.js'
import type { GroupPrice } from '../model/properties/group-price.js'
import { requireEntity } from '../model/registry.js'
import { splitIntoPortions } from '../storage/database/dialect.js'
import { createMissingRecordError, type LoadedRecord } from '../storage/record/load.js'
import type { ServiceContext } from '../storage/service-context.js'

export const priceKinds = ['base', 'recurring_base', 'answer', 'recurring_answer', 'former'] as const
export type PriceKind = (typeof priceKinds)[number]

/** Maximum number of prices in one run. */
export const maximumPrices = 5_000

export interface PriceRequest {
  /** Products with all their answers. */
  readonly productIds: readonly number[]
  /** Product lists: all products in them and in their lists. */
  readonly listIds: readonly number[]
  readonly answerIds: readonly number[]
  readonly kinds: ReadonlySet<PriceKind>
  /** True if the prices by customer group change with their price. */
  readonly groupPrices: boolean
  /** True if the price tables of questions and answers change, too. */
  readonly priceTables: boolean
  readonly change: PriceChange
}

/** One price of a record. Prices are in ten-thousandths. */
export interface RecordPrice {
  readonly entity: 'answer' | 'product'
  readonly record: LoadedRecord
  readonly productId: number
  /** The question of an answer. */
  readonly questionId: number | null
  readonly field: string
  /** The customer group of a group price. */
  readonly groupId: number | null
  readonly before: bigint
  readonly after: bigint
}

/** A price table with the cells that hold a price. */
export interface TableEntry {
  readonly matrix: LoadedRecord
  readonly calculation: CalculationEntry
  readonly cells: readonly { readonly cell: StoredCell; readonly before: bigint; readonly after: bigint }[]
}

export interface CalculationEntry {
  readonly id: number
  readonly name: string
  readonly productId: number
}

export interface CollectedPrices {
  readonly entries: readonly RecordPrice[]
  readonly tables: readonly TableEntry[]
  /** Price calculations that do not change: formulas, code, tables that are not included, and tables with other uses. */
  readonly omittedCalculations: readonly CalculationEntry[]
  /** The number of group prices that are not included. */
  readonly omittedGroupPrices: number
  /** The number of prices that are 0. They stay 0. */
  readonly zeros: number
  readonly products: ReadonlyMap<number, LoadedRecord>
  readonly questions: ReadonlyMap<number, LoadedRecord>
}

interface PriceField {
  readonly kind: PriceKind
  readonly field: string
  readonly overrides?: string
  /** True for a price that exists only with recurring pricing. */
  readonly recurring?: true
}

const productFields: readonly PriceField[] = [
  { kind: 'base', field: 'baseprice', overrides: 'baseprice_overrides' },
  { kind: 'former', field: 'was_price' },
  { kind: 'recurring_base', field: 'baseprice_recurring', overrides: 'baseprice_recurring_overrides', recurring: true },
  { kind: 'former', field: 'was_price_recurring', recurring: true },
]
const answerFields: readonly PriceField[] = [
  { kind: 'answer', field: 'price', overrides: 'price_overrides' },
  { kind: 'former', field: 'was_price' },
  { kind: 'recurring_answer', field: 'price_recurring', overrides: 'price_recurring_overrides', recurring: true },
]

/** The field of a record that has the prices by customer group of the price in `field`. */
export const toOverridesField = (field: string): string => `${field}_overrides`

/** Products are loaded in portions, so a selection that is too large is refused before all its answers are loaded. */
const productsPerPortion = 100

const priceCalculations = ['calcmodel', 'calcmodel_recurring']
/** The fields with a calculation, by entity. */
const calculationFields = {
  question: [...priceCalculations, 'calcmodel_weight', 'calcmodel_id_min_val', 'calcmodel_id_max_val'],
  answer: [...priceCalculations, 'calcmodel_weight'],
} as const

/** The questions and answers of the request. */
interface CalculationUsers {
  readonly question: readonly LoadedRecord[]
  readonly answer: readonly LoadedRecord[]
}

class PriceCollector implements CollectedPrices {
  readonly entries: RecordPrice[] = []
  readonly tables: TableEntry[] = []
  readonly omittedCalculations: CalculationEntry[] = []
  omittedGroupPrices = 0
  zeros = 0
  readonly products = new Map<number, LoadedRecord>()
  readonly questions = new Map<number, LoadedRecord>()
  private readonly seenAnswers = new Set<number>()
  private readonly seenCalculations = new Set<number>()
  private count = 0

  /** @param languages the languages of the titles; without any, the records are locked instead */
  constructor(
    private readonly work: ServiceContext,
    private readonly request: PriceRequest,
    private readonly languages: readonly string[],
  ) {}

  async collect(): Promise<void> {
    const productIds = await this.resolveProductIds()
    for (const ids of splitIntoPortions(productIds, productsPerPortion)) if (ids.length > 0) await this.collectProducts(ids)
    for (const ids of splitIntoPortions(this.request.answerIds, maximumPrices)) if (ids.length > 0) await this.collectAnswers(ids)
  }

  /** The named products and the products of the lists, without duplicates, in id order. */
  private async resolveProductIds(): Promise<readonly number[]> {
    const { productIds, listIds } = this.request
    const ids = new Set(productIds)
    if (listIds.length > 0) {
      const lists = await this.work.list(entities.productList, { column: 'id', values: listIds })
      this.requireAll(entities.productList.name, listIds, lists)
      const children = await this.work.list(entities.productList, { column: 'parent_id', values: listIds })
      const values = [...new Set([...lists, ...children].map(({ id }) => id))]
      const assignments = await this.work.list(entities.productListAssignment, { column: 'product_list_id', values })
      for (const { values: assignment } of assignments) ids.add(Number(assignment.product_id))
    }
    return [...ids].sort((a, b) => a - b)
  }

  private requireAll(entity: string, ids: readonly number[], records: readonly { readonly id: number }[]): void {
    const existing = new Set(records.map(({ id }) => id))
    const missing = ids.find((id) => !existing.has(id))
    if (missing !== undefined) throw createMissingRecordError(requireEntity(this.work.context.registry, entity), missing)
  }

  private async load(entity: string, column: string, values: readonly number[]): Promise<readonly LoadedRecord[]> {
    if (values.length === 0) return []
    const condition = { column, values }
    return this.languages.length > 0 ? this.work.list(entity, condition, this.languages) : this.work.lock(entity, condition)
  }

  private async collectProducts(ids: readonly number[]): Promise<void> {
    const products = await this.load('product', 'id', ids)
    this.requireAll('product', ids, products)
    for (const product of products) {
      this.products.set(product.id, product)
      this.addPrices(product, productFields, { entity: 'product', productId: product.id, questionId: null })
    }
    const pages = await this.work.list(entities.page, { column: 'product_id', values: ids })
    const productOf = new Map(pages.map(({ id, values }) => [id, Number(values.product_id)]))
    const questions = await this.load('question', 'page_id', [...productOf.keys()])
    const answers = await this.load(
      'answer',
      'question_id',
      questions.map(({ id }) => id),
    )
    const productOfQuestion = new Map(
      questions.map(({ id, values }) => [id, productOf.get(Number(values['page_id'])) ?? 0] as const),
    )
    for (const question of questions) this.questions.set(question.id, question)
    this.addAnswers(answers, productOfQuestion)
    await this.addCalculations({ question: questions, answer: answers })
  }

  private async collectAnswers(ids: readonly number[]): Promise<void> {
    // The products are locked first, as in every write of an answer.
    const found = await this.work.list(entities.answer, { column: 'id', values: ids })
    this.requireAll('answer', ids, found)
    const questionIds = [...new Set(found.map(({ values }) => Number(values.question_id)))]
    const plainQuestions = await this.work.list(entities.question, { column: 'id', values: questionIds })
    const pageIds = [...new Set(plainQuestions.map(({ values }) => Number(values.page_id)))]
    const pages = await this.work.list(entities.page, { column: 'id', values: pageIds })
    const productOf = new Map(pages.map(({ id, values }) => [id, Number(values.product_id)]))
    for (const product of await this.load('product', 'id', [...new Set(productOf.values())]))
      this.products.set(product.id, product)
    const questions = await this.load('question', 'id', questionIds)
    for (const question of questions) this.questions.set(question.id, question)
    const answers = await this.load('answer', 'id', ids)
    this.addAnswers(
      answers,
      new Map(questions.map(({ id, values }) => [id, productOf.get(Number(values['page_id'])) ?? 0] as const)),
    )
    await this.addCalculations({ question: [], answer: answers })
  }

  private addAnswers(answers: readonly LoadedRecord[], productOfQuestion: ReadonlyMap<number, number>): void {
    for (const answer of answers) {
      if (this.seenAnswers.has(answer.id)) continue
      this.seenAnswers.add(answer.id)
      const questionId = Number(answer.values['question_id'])
      const productId = productOfQuestion.get(questionId) ?? 0
      this.addPrices(answer, answerFields, { entity: 'answer', productId, questionId })
    }
  }

  private addPrices(
    record: LoadedRecord,
    fields: readonly PriceField[],
    place: Pick<RecordPrice, 'entity' | 'productId' | 'questionId'>,
  ): void {
    const isRecurring = this.products.get(place.productId)?.values['use_recurring_pricing'] === true
    for (const { kind, field, overrides, recurring } of fields) {
      if (!this.request.kinds.has(kind) || (recurring && !isRecurring)) continue
      this.addPrice({ ...place, record, field, groupId: null }, record.values[field])
      const groupPrices = (overrides === undefined ? [] : (record.values[overrides] ?? [])) as readonly GroupPrice[]
      if (!this.request.groupPrices) this.omittedGroupPrices += groupPrices.length
      else
        for (const { customer_group_id: groupId, price } of groupPrices)
          this.addPrice({ ...place, record, field, groupId }, price)
    }
  }

  private addPrice(place: Omit<RecordPrice, 'after' | 'before'>, price: unknown): void {
    if (typeof price !== 'number') return
    const before = toScaledInteger(price, 4)
    if (before === 0n) this.zeros += 1
    else {
      this.countPrice()
      this.entries.push({ ...place, before, after: changePrice(before, this.request.change) })
    }
  }

  private countPrice(): void {
    this.count += 1
    if (this.count > maximumPrices)
      throw ValidationError.of('prices', createMessage('errors.tooManyPrices', { most: maximumPrices }))
  }

  /** Adds the price calculations of questions and answers. */
  private async addCalculations(users: CalculationUsers): Promise<void> {
    const records = [...users.question, ...users.answer]
    const attached = records.flatMap(({ values }) => priceCalculations.map((name) => values[name]))
    const overrides = records.flatMap(
      ({ values }) => (values['price_calculation_overrides'] ?? []) as readonly { readonly calculation_id: number | null }[],
    )
    const attachedIds = [...attached, ...overrides.map(({ calculation_id: id }) => id)].filter((id) => typeof id === 'number')
    const ids = [...new Set(attachedIds)].filter((id) => !this.seenCalculations.has(id))
    for (const id of ids) this.seenCalculations.add(id)
    if (ids.length === 0) return
    const calculations = await this.work.list(entities.calculation, { column: 'id', values: ids })
    const sharedIds = this.request.priceTables ? await this.findSharedCalculations(ids, users) : new Set()
    const matrices = new Map(
      (await this.load('calculation-matrix', 'calculation_id', ids)).map(
        (matrix) => [Number(matrix.values['calculation_id']), matrix] as const,
      ),
    )
    for (const { id, values } of calculations) {
      const calculation = { id, name: values.name, productId: Number(values.product_id) }
      const matrix = matrices.get(id)
      if (this.request.priceTables && values.type === 'matrix' && matrix && !sharedIds.has(id)) this.addTable(calculation, matrix)
      else this.omittedCalculations.push(calculation)
    }
  }

  /** The calculations that are also used for weights or limits, or by questions and answers outside the request. */
  private async findSharedCalculations(ids: readonly number[], users: CalculationUsers): Promise<ReadonlySet<number>> {
    const shared = new Set<number>()
    for (const entity of ['question', 'answer'] as const) {
      const requestedIds = new Set(users[entity].map(({ id }) => id))
      for (const column of calculationFields[entity]) {
        const isPrice = priceCalculations.includes(column)
        for (const { id, values } of await this.work.list<PropertyMap>(entity, { column, values: ids }))
          if (!isPrice || !requestedIds.has(id)) shared.add(Number(values[column]))
      }
    }
    return shared
  }

  private addTable(calculation: CalculationEntry, matrix: LoadedRecord): void {
    const cells = (matrix.values['cells'] as readonly StoredCell[]).flatMap((cell) => {
      const before = toScaledInteger(Number(cell.value), 4)
      if (before === 0n) return []
      this.countPrice()
      return [{ cell, before, after: changePrice(before, this.request.change) }]
    })
    this.tables.push({ matrix, calculation, cells })
  }
}

/**
 * Loads the prices of the request. With languages, titles are loaded in them; without any, the records are locked until the unit of
 * the context ends. Throws NOT_FOUND for an unknown id and VALIDATION_FAILED above the maximum number of prices.
 */
export async function collectPrices(
  work: ServiceContext,
  request: PriceRequest,
  languages: readonly string[],
): Promise<CollectedPrices> {
  const collector = new PriceCollector(work, request, languages)
  await collector.collect()
  return collector
}

/** Identifies the old and new values of all prices: it differs if a price changed, came in or left. */
export function createStateDigest({ entries, tables }: CollectedPrices): string {
  const prices = entries.map(({ entity, record, field, groupId, before, after }) => [
    entity,
    record.id,
    field,
    groupId,
    String(before),
    String(after),
  ])
  const cells = tables.map(({ matrix, cells: tableCells }) => [
    matrix.id,
    tableCells.map(({ cell, after }) => [cell.row, cell.column, cell.value, String(after)]),
  ])
  return sha256(JSON.stringify([prices, cells]))
}
