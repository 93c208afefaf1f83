// Loads titles of products, questions and answers by id, for callers that may read the catalog.
import { entities } from '#core/surface.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import type { TitledRecord, TitledQuestion } from './advisor-shape.js'

interface CatalogNameRequest {
  readonly products?: readonly (number | null)[]
  readonly questions?: readonly (number | null)[]
  readonly answers?: readonly (number | null)[]
  readonly tables?: readonly number[]
}

export interface CatalogNames {
  product(id: number | null): TitledRecord | null
  question(id: number): TitledQuestion
  /** Without a title if it belongs to another question. */
  answer(id: number, of: number | null): TitledRecord
  /** The title of an answer of any question. */
  answerTitle(id: number): string
  /** A variant table. */
  table(id: number): TitledRecord
}

const toUniqueIds = (ids: readonly (number | null)[]): readonly number[] => [...new Set(ids.filter((id) => id !== null))]

/** Titles in the store's language. Empty for deleted records and for callers without access to the catalog. */
export async function loadCatalogNames(
  scope: AdminScope,
  { products = [], questions = [], answers = [], tables = [] }: CatalogNameRequest,
): Promise<CatalogNames> {
  const none = (): Map<number, string> => new Map()
  const titles = { product: none(), question: none(), answer: none(), table: none() }
  const productOf = new Map<number, number>()
  const questionOf = new Map<number, number | null>()
  if (scope.caller.grant.allows('catalog:read')) {
    const shopperContext = scope.app.shop.createContext({})
    const { languages } = (await loadSettingsSnapshot(scope)).snapshot
    const at = (ids: readonly (number | null)[]) => ({ column: 'id', values: toUniqueIds(ids) })
    const questionRecords = await shopperContext.list(entities.question, at(questions), languages)
    for (const { id, values } of questionRecords) titles.question.set(id, values.title)
    const pages = await shopperContext.list(entities.page, at(questionRecords.map(({ values }) => values.page_id)), [])
    const owners = new Map(pages.map(({ id, values }) => [id, values.product_id]))
    for (const { id, values } of questionRecords) {
      const owner = owners.get(values.page_id ?? 0)
      if (owner) productOf.set(id, owner)
    }
    for (const { id, values } of await shopperContext.list(entities.answer, at(answers), languages)) {
      titles.answer.set(id, values.title)
      questionOf.set(id, values.question_id)
    }
    for (const { id, values } of await shopperContext.list(entities.variantTable, at(tables), []))
      titles.table.set(id, values.name)
    for (const { id, values } of await shopperContext.list(entities.product, at([...products, ...productOf.values()]), languages))
      titles.product.set(id, values.title)
  }
  const toTitledRecord = (kind: keyof typeof titles, id: number): TitledRecord => ({ id, title: titles[kind].get(id) ?? '' })
  return {
    product: (id) => (id === null ? null : toTitledRecord('product', id)),
    question(id) {
      const owner = productOf.get(id)
      return { ...toTitledRecord('question', id), product: owner === undefined ? null : toTitledRecord('product', owner) }
    },
    answer: (id, of) => (questionOf.get(id) === of ? toTitledRecord('answer', id) : { id, title: '' }),
    answerTitle: (id) => titles.answer.get(id) ?? '',
    table: (id) => toTitledRecord('table', id),
  }
}
