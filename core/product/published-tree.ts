// The part of a product that shoppers see: published pages, questions and answers, in order, with only the applicable fields.
import type { PropertyMap } from '../foundation/property/kind.js'
import type { Platform } from '../foundation/property/options.js'
import type { DeclaredEntity, ApplicableValuesOf, WireRecord } from '../foundation/property/typing.js'
import { answer } from '../model/entities/catalog/answer.js'
import { calculation } from '../model/entities/catalog/calculation.js'
import { page } from '../model/entities/catalog/page.js'
import { product } from '../model/entities/catalog/product.js'
import { question } from '../model/entities/catalog/question.js'
import { findInapplicableFields } from '../model/entity/applicable-fields.js'
import { requireEntity, type Registry } from '../model/registry.js'
import type { ProductTree } from './tree.js'

/** A record's wire values. A field that does not apply on this host or to this record is null. */
export type InForce<D extends DeclaredEntity<PropertyMap>> = { readonly id: number } & ApplicableValuesOf<D['properties']>

export interface PublishedRecord<V = WireRecord> {
  readonly id: number
  readonly values: V
}

/** A record of a declared entity, for example `Published<typeof question>`. */
export type Published<D extends DeclaredEntity<PropertyMap>> = PublishedRecord<InForce<D>>

export interface PublishedTree {
  readonly product: Published<typeof product>
  readonly isPublished: boolean
  readonly pages: readonly Published<typeof page>[]
  /** In page and question order. */
  readonly questions: readonly Published<typeof question>[]
  /** In order within their question, questions in their order. */
  readonly answers: readonly Published<typeof answer>[]
  readonly calculations: readonly Published<typeof calculation>[]
  /** All other records of the tree, typed if the entity is passed as its declaration. */
  records<P extends PropertyMap>(entity: DeclaredEntity<P>): readonly Published<DeclaredEntity<P>>[]
  records(entity: string): readonly PublishedRecord[]
}

interface Ordered {
  readonly ordering: number | null
  /** Absent for entities that have no such field. */
  readonly published?: boolean | null
}

/** The records that are published or have no `published` field, in order. */
export function openInOrder<R extends PublishedRecord<Ordered>>(records: readonly R[]): readonly R[] {
  return records
    .filter(({ values }) => values.published !== false)
    .toSorted((a, b) => (a.values.ordering ?? 0) - (b.values.ordering ?? 0) || a.id - b.id)
}

/** The records whose parent is in the list, grouped by parent, in order. */
function below<R extends PublishedRecord<Ordered>>(
  parents: readonly PublishedRecord<unknown>[],
  records: readonly R[],
  parentOf: (record: R) => number,
): readonly R[] {
  const groups = new Map<number, R[]>(parents.map((parent) => [parent.id, []]))
  for (const record of openInOrder(records)) groups.get(parentOf(record))?.push(record)
  return [...groups.values()].flat()
}

export function publishedTree(registry: Registry, platform: Platform, tree: ProductTree): PublishedTree {
  function records<P extends PropertyMap>(wanted: DeclaredEntity<P>): readonly Published<DeclaredEntity<P>>[]
  function records(wanted: string): readonly PublishedRecord[]
  function records(wanted: string | DeclaredEntity<PropertyMap>): readonly PublishedRecord[] {
    const entity = requireEntity(registry, wanted)
    return (tree.get(entity.name) ?? []).map(({ id, values }) => {
      let shown: (Record<string, unknown> & { id: number }) | null = null
      for (const name of findInapplicableFields(entity, values, platform)) {
        // Skip the copy of the record: most inapplicable fields are null already.
        if (values[name] === null) continue
        shown ??= { ...values }
        shown[name] = null
      }
      return { id, values: shown ?? values }
    })
  }
  const root = records(product)[0]!
  const pages = below([root], records(page), ({ values }) => values.product_id)
  const questions = below(pages, records(question), ({ values }) => values.page_id)
  return {
    product: root,
    isPublished: root.values.published === true,
    pages,
    questions,
    answers: below(questions, records(answer), ({ values }) => values.question_id),
    calculations: records(calculation),
    records,
  }
}
