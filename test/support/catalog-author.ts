// Authors small products through the write pipeline: each call writes one record with default texts and returns its id.
import type { App } from '../../core/app.js'
import type { WireRecord } from '../../core/storage/record/results.js'
import { testLanguages } from './installed-database.js'

type Fields = Readonly<Record<string, unknown>>

export interface CatalogAuthor {
  product(title: string, fields?: Fields): Promise<number>
  page(productId: number, title: string, fields?: Fields): Promise<number>
  /** `type` is the name of a question type. */
  question(pageId: number, title: string, type: string, fields?: Fields): Promise<number>
  answer(questionId: number, title: string, fields?: Fields): Promise<number>
  /** A calculation with its body; `body` belongs to `calculation-<type>`. */
  calculation(productId: number, name: string, type: 'formula' | 'matrix' | 'code', body: Fields): Promise<number>
  /** Writes any record. */
  write(entity: string, fields: Fields, id?: number): Promise<number>
  /** The only row of a singleton, or the first row of an entity. */
  first(entity: string): Promise<WireRecord>
}

export function createCatalogAuthor(app: App): CatalogAuthor {
  const titled = (title: string): Fields =>
    Object.fromEntries(
      testLanguages.map((tag, index) => [`title_${tag.replace('-', '_')}`, index === 0 ? title : `${title} (${tag})`]),
    )
  const write: CatalogAuthor['write'] = async (entity, fields, id) =>
    (await app.records.write(entity, fields, id === undefined ? {} : { id })).id
  const first: CatalogAuthor['first'] = async (entity) => {
    const { records } = await app.records.list(entity, { limit: 1, sort: 'id' })
    return (await app.records.read(entity, records[0]!.id)).record
  }
  return {
    write,
    first,
    async product(title, fields = {}) {
      const { id: tax_class_id } = await first('tax-class')
      return write('product', { ...titled(title), tax_class_id, ...fields })
    },
    page: (product_id, title, fields = {}) => write('page', { ...titled(title), product_id, ...fields }),
    question: (page_id, title, question_type, fields = {}) =>
      write('question', { ...titled(title), page_id, question_type, ...fields }),
    answer: (question_id, title, fields = {}) => write('answer', { ...titled(title), question_id, ...fields }),
    async calculation(product_id, name, type, body) {
      const id = await write('calculation', { product_id, name, type })
      await write(`calculation-${type}`, { calculation_id: id, ...body })
      return id
    },
  }
}
