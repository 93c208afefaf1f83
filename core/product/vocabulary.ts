// What may be written about a product, with what people call it: all its questions, answers and calculations, published or not.
import { type Vocabulary, vocabularyOf } from '../engine/question/vocabulary.js'
import { NotFoundError } from '../ground/errors.js'
import type { Context } from '../storage/context.js'
import type { LoadedRecord } from '../storage/record/load.js'
import { momentOf } from '../storage/record/moment.js'
import { loadProductTree } from './tree.js'

type Values = LoadedRecord['values']

export interface ProductVocabulary {
  readonly product: { readonly id: number; readonly title: string }
  readonly vocabulary: Vocabulary
  /** In page and question order. */
  readonly questions: readonly {
    readonly id: number
    readonly type: string
    readonly page: { readonly id: number; readonly title: string }
  }[]
  readonly calculations: readonly { readonly id: number; readonly name: string; readonly type: string }[]
}

const text = (value: unknown, otherwise: string): string => (typeof value === 'string' && value !== '' ? value : otherwise)
const byOrder = (a: LoadedRecord, b: LoadedRecord): number =>
  Number(a.values.ordering ?? 0) - Number(b.values.ordering ?? 0) || a.id - b.id

/** NotFoundError for an unknown product. */
export async function loadVocabulary(context: Context, productId: number): Promise<ProductVocabulary> {
  const { snapshot } = await momentOf(context)
  const tree = await loadProductTree(context, context.database, productId, snapshot.languages)
  const root = tree?.get('product')?.[0]
  if (!tree || !root) throw new NotFoundError(`There is no product with the id ${productId}.`)
  const records = (entity: string): readonly LoadedRecord[] => [...(tree.get(entity) ?? [])].sort(byOrder)
  const pages = records('page')
  const questions = pages.flatMap((page) =>
    records('question')
      .filter(({ values }) => values.page_id === page.id)
      .map((record) => ({ record, page })),
  )
  const titled = ({ values }: LoadedRecord): { title?: string } => {
    const title = text(values.title, '')
    return title === '' ? {} : { title }
  }
  const calculations = records('calculation').map(({ id, values }) => ({
    id,
    name: text(values.name, ''),
    type: text(values.type, ''),
  }))
  const vocabulary = vocabularyOf(
    {
      questions: questions.map(({ record }) => ({
        id: record.id,
        ...titled(record),
        question_type: typeOf(record.values),
        settings: record.values,
      })),
      answers: records('answer').map((record) => ({
        id: record.id,
        ...titled(record),
        question_id: record.values.question_id as number,
      })),
      calculations,
    },
    context.registry,
  )
  return {
    product: { id: root.id, title: text(root.values.title, `Product ${root.id}`) },
    vocabulary,
    questions: questions.map(({ record, page }) => ({
      id: record.id,
      type: typeOf(record.values),
      page: { id: page.id, title: text(page.values.title, `Page ${page.id}`) },
    })),
    calculations,
  }
}

const typeOf = (values: Values): string => text(values.question_type, '')
