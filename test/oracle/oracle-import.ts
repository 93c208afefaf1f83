// Authors a product with symbolic ids over the entity REST API, with the requests that a script of a person would send.
import type { JsonClient } from '../support/json-client.js'
import type { OracleAnswer, OracleProduct, OracleQuestion, SymbolicAxis } from './oracle-product.js'

/** Maps symbolic ids to record ids. */
export interface ImportedProduct {
  readonly productId: number
  readonly pages: ReadonlyMap<string, number>
  readonly questions: ReadonlyMap<string, number>
  readonly answers: ReadonlyMap<string, number>
  readonly calculations: ReadonlyMap<string, number>
  /** Number of requests sent. */
  readonly requests: number
}

export interface ImportOptions {
  /** All active languages. Titles get the same text in each. */
  readonly languages: readonly string[]
  readonly taxClassId: number
  /** Maximum number of concurrent requests. */
  readonly parallel?: number
}

const api = '/svc-api/v1'

/** Runs `work` on the items, `width` at a time, and preserves their order. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = Array.from({ length: items.length })
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
  return results
}

class ProductImporter {
  readonly pages = new Map<string, number>()
  readonly questions = new Map<string, number>()
  readonly answers = new Map<string, number>()
  readonly calculations = new Map<string, number>()
  requests = 0

  constructor(
    private readonly client: JsonClient,
    private readonly options: ImportOptions,
  ) {}

  private each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<unknown[]> {
    return mapConcurrently(items, this.options.parallel ?? 4, work)
  }

  private texts(field: string, text: string): Record<string, string> {
    return Object.fromEntries(this.options.languages.map((tag) => [`${field}_${tag.replaceAll('-', '_')}`, text]))
  }

  private async create(entity: string, fields: object): Promise<number> {
    this.requests++
    return (await this.client.data<{ readonly id: number }>('POST', `${api}/${entity}`, fields)).id
  }

  private async update(entity: string, id: number, fields: object): Promise<void> {
    this.requests++
    await this.client.data('PATCH', `${api}/${entity}/${id}`, fields)
  }

  /** Replaces symbolic ids with record ids in a rule, a term or an axis. */
  private resolved(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolved(item))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
      if (key === 'question') return [key, this.questions.get(inner as string)]
      if (key === 'calculation') return [key, this.calculations.get(inner as string)]
      if (key === 'answerId') return [key, this.answers.get(inner as string)]
      if (key === 'value' && 'question' in value && !hasNumericField(value))
        return [key, this.answers.get(inner as string) ?? inner]
      return [key, this.resolved(inner)]
    })
    return Object.fromEntries(entries)
  }

  private question(question: OracleQuestion): object {
    const common = { page_id: this.pages.get(question.page), ordering: question.ordering, required: question.required }
    const fields = { ...common, ...this.texts('title', question.title) }
    if (question.kind === 'choice') return { ...fields, question_type: 'Radiobuttons' }
    const limits = {
      set_min_value: 'static',
      minval: Number(question.min),
      set_max_value: 'static',
      maxval: Number(question.max),
    }
    return { ...fields, question_type: 'Textbox', validate: true, input_restriction: 'integer', ...limits }
  }

  private answer(answer: OracleAnswer): object {
    const price = answer.price === undefined ? {} : { price: Number(answer.price) }
    return {
      question_id: this.questions.get(answer.question),
      ordering: answer.ordering,
      ...this.texts('title', answer.title),
      ...price,
    }
  }

  private axis(side: 'row' | 'column', axis: SymbolicAxis): object {
    if (axis === null) return {}
    return 'question' in axis
      ? { [`${side}_question_id`]: this.questions.get(axis.question) }
      : { [`${side}_calculation_id`]: this.calculations.get(axis.calculation) }
  }

  private async calculationBodies({ calculations }: OracleProduct): Promise<void> {
    for (const { id, formula, matrix } of calculations) {
      const calculation_id = this.calculations.get(id)
      if (formula) await this.create('calculation-formula', { calculation_id, terms: this.resolved(formula.terms) })
      if (!matrix) continue
      const cells = matrix.cells.map((cell) => ({ row: Number(cell.row), column: Number(cell.column), value: cell.value }))
      const axes = { ...this.axis('row', matrix.rows), ...this.axis('column', matrix.columns) }
      const round = matrix.round === undefined ? {} : { round: matrix.round }
      await this.create('calculation-matrix', { calculation_id, lookup: matrix.lookup, cells, ...axes, ...round })
    }
  }

  async run(source: OracleProduct): Promise<ImportedProduct> {
    const { product, pages, questions, answers, calculations } = source
    const productId = await this.create('product', {
      ...this.texts('title', product.title),
      baseprice: Number(product.basePrice),
      tax_class_id: this.options.taxClassId,
    })
    await this.each(pages, async (page) =>
      this.pages.set(
        page.id,
        await this.create('page', { product_id: productId, ordering: page.ordering, ...this.texts('title', page.title) }),
      ),
    )
    await this.each(questions, async (question) =>
      this.questions.set(question.id, await this.create('question', this.question(question))),
    )
    await this.each(answers, async (answer) => this.answers.set(answer.id, await this.create('answer', this.answer(answer))))
    for (const { id, name, type } of calculations) {
      this.calculations.set(id, await this.create('calculation', { product_id: productId, name, type }))
    }
    await this.calculationBodies(source)
    const ruled = [
      ...questions.map((question) => ({ entity: 'question', id: this.questions.get(question.id)!, rule: question.rule })),
      ...answers.map((answer) => ({ entity: 'answer', id: this.answers.get(answer.id)!, rule: answer.rule })),
    ].filter((ruleEntry) => ruleEntry.rule !== null)
    await this.each(ruled, ({ entity, id, rule }) => this.update(entity, id, { rules: this.resolved(rule) }))
    const { pages: pageIds, questions: questionIds, answers: answerIds, calculations: calculationIds, requests } = this
    return { productId, pages: pageIds, questions: questionIds, answers: answerIds, calculations: calculationIds, requests }
  }
}

/** True if a condition compares a field whose value is not an answer. */
function hasNumericField(condition: object): boolean {
  return 'field' in condition && condition.field !== 'selected'
}

/** Creates the product with all its parts. The client's token needs `catalog:write`. */
export function importProduct(client: JsonClient, product: OracleProduct, options: ImportOptions): Promise<ImportedProduct> {
  return new ProductImporter(client, options).run(product)
}
