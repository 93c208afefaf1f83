// Loads the vocabulary of a product for authors: the names of all questions, answers and calculations, published or not.
import { createMessage } from '../foundation/message.js'
import { type RuleVocabulary, createVocabulary } from '../engine/question/vocabulary.js'
import { NotFoundError } from '../foundation/errors.js'
import { answer } from '../model/entities/catalog/answer.js'
import { calculation } from '../model/entities/catalog/calculation.js'
import { page } from '../model/entities/catalog/page.js'
import { product } from '../model/entities/catalog/product.js'
import { question } from '../model/entities/catalog/question.js'
import type { Context } from '../storage/context.js'
import { getVersionedSnapshot } from '../storage/caches.js'
import { loadProductTree, getTreeRecords } from './published-tree.js'

export interface ProductVocabulary {
  readonly product: { readonly id: number; readonly title: string }
  readonly vocabulary: RuleVocabulary
  /** In page and question order. */
  readonly questions: readonly {
    readonly id: number
    readonly type: string
    readonly page: { readonly id: number; readonly title: string }
  }[]
  readonly calculations: readonly { readonly id: number; readonly name: string; readonly type: string }[]
}

interface OrderedRecord {
  readonly id: number
  readonly values: { readonly ordering: number | null }
}
const compareOrder = (a: OrderedRecord, b: OrderedRecord): number =>
  (a.values.ordering ?? 0) - (b.values.ordering ?? 0) || a.id - b.id

/** Leaves out an empty title. */
const toOptionalTitle = (title: string): { readonly title?: string } => (title === '' ? {} : { title })

/** NotFoundError for an unknown product. */
export async function loadProductVocabulary(context: Context, productId: number): Promise<ProductVocabulary> {
  const { snapshot } = await getVersionedSnapshot(context)
  const tree = await loadProductTree(context, context.database, productId, snapshot.languages)
  const root = tree && getTreeRecords(tree, product)[0]
  if (!root) throw new NotFoundError(createMessage('errors.noProductWithId', { id: productId }))
  const questionRecords = getTreeRecords(tree, question).toSorted(compareOrder)
  const questions = getTreeRecords(tree, page)
    .toSorted(compareOrder)
    .flatMap((holder) =>
      questionRecords.filter(({ values }) => values.page_id === holder.id).map((record) => ({ record, holder })),
    )
  const calculations = getTreeRecords(tree, calculation).map(({ id, values: { name, type } }) => ({ id, name, type }))
  const vocabulary = createVocabulary(
    {
      questions: questions.map(({ record: { id, values } }) => ({
        id,
        ...toOptionalTitle(values.title),
        question_type: values.question_type,
        settings: values,
      })),
      answers: getTreeRecords(tree, answer)
        .toSorted(compareOrder)
        .map(({ id, values }) => ({ id, ...toOptionalTitle(values.title), question_id: values.question_id })),
      calculations,
    },
    context.registry,
  )
  return {
    product: { id: root.id, title: root.values.title || `Product ${root.id}` },
    vocabulary,
    questions: questions.map(({ record, holder }) => ({
      id: record.id,
      type: record.values.question_type,
      page: { id: holder.id, title: holder.values.title || `Page ${holder.id}` },
    })),
    calculations,
  }
}
