// The part of a product that shoppers meet: published pages, questions and answers, in order, with only the fields in force here.
import type { Platform } from '../ground/property/options.js'
import { isInForce } from '../model/entity/in-force.js'
import { requireEntity, type Registry } from '../model/registry.js'
import type { LoadedRecord } from '../storage/record/load.js'
import type { ProductTree } from './tree.js'

/** A record's wire values; a field that is not in force on this host or in this record is null. */
export type Values = Readonly<Record<string, unknown>>

export interface PublishedRecord {
  readonly id: number
  readonly values: Values
  /** The columns as stored: rules and bodies in their stored form. */
  readonly row: LoadedRecord['row']
}

export interface PublishedTree {
  readonly product: PublishedRecord
  readonly isPublished: boolean
  readonly pages: readonly PublishedRecord[]
  /** In page and question order. */
  readonly questions: readonly PublishedRecord[]
  /** In order within their question, questions in their order. */
  readonly answers: readonly PublishedRecord[]
  readonly calculations: readonly PublishedRecord[]
  /** All other records of the tree, by entity name. */
  records(entity: string): readonly PublishedRecord[]
}

const byOrdering = (a: PublishedRecord, b: PublishedRecord): number =>
  Number(a.values.ordering ?? 0) - Number(b.values.ordering ?? 0) || a.id - b.id

/** Those of the records whose parent is in the list, parent by parent, in order. */
function below(
  parents: readonly PublishedRecord[],
  records: readonly PublishedRecord[],
  join: string,
): readonly PublishedRecord[] {
  const groups = new Map<unknown, PublishedRecord[]>(parents.map((parent) => [parent.id, []]))
  for (const record of records) if (record.values.published !== false) groups.get(record.values[join])?.push(record)
  return [...groups.values()].flatMap((group) => group.sort(byOrdering))
}

export function publishedTree(registry: Registry, platform: Platform, tree: ProductTree): PublishedTree {
  const inForce = (entityName: string): readonly PublishedRecord[] => {
    const entity = requireEntity(registry, entityName)
    const properties = Object.values(entity.properties)
    return (tree.get(entityName) ?? []).map(({ id, row, values }) => {
      const idle = properties
        .filter((property) => !isInForce(entity, property, values, platform))
        .map((property) => [property.name, null])
      return { id, row, values: idle.length === 0 ? values : { ...values, ...Object.fromEntries(idle) } }
    })
  }
  const product = inForce('product')[0]!
  const pages = below([product], inForce('page'), 'product_id')
  const questions = below(pages, inForce('question'), 'page_id')
  return {
    product,
    isPublished: product.values.published === true,
    pages,
    questions,
    answers: below(questions, inForce('answer'), 'question_id'),
    calculations: inForce('calculation'),
    records: inForce,
  }
}
