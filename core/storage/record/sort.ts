// The order of a collection: `title,-id` over listing columns, or the entity's own; always total, because the id ends it.
import type { Issue } from '../../ground/errors.js'
import { didYouMean } from '../../ground/nearest.js'
import { orderingParent } from '../../model/entity/ownership.js'
import type { Expressions } from './expressions.js'
import { oneOf } from './refusals.js'
import type { EntityShape } from './shape.js'

function defaultOrder({ entity, stored }: EntityShape): readonly string[] {
  if (entity.sort) return entity.sort
  if (!stored.some((property) => property.name === 'ordering')) return []
  const parent = orderingParent(entity)
  return parent === null ? ['ordering'] : [parent, 'ordering']
}

/** What follows ORDER BY, or why the sort is refused. */
export function compileSort(shape: EntityShape, sort: string | undefined, expressions: Expressions): string | Issue {
  const wanted = sort === undefined || sort === '' ? defaultOrder(shape) : sort.split(',')
  const declared = sort === undefined || sort === ''
  const sortable = declared ? [...shape.stored, ...shape.translatable] : shape.listed
  const parts: string[] = []
  for (const part of wanted) {
    const descending = part.startsWith('-')
    const name = descending ? part.slice(1) : part
    const property = sortable.find((candidate) => candidate.name === name)
    if (!property && name !== 'id') return unknown(shape, name)
    parts.push(`${property ? expressions.of(property) : 'r.id'}${descending ? ' DESC' : ''}`)
    if (!property) return parts.join(', ')
  }
  return [...parts, 'r.id'].join(', ')
}

function unknown({ entity, listed }: EntityShape, name: string): Issue {
  const names = ['id', ...listed.map((property) => property.name)]
  const message = `Collections of ${entity.name} cannot be sorted by '${name.slice(0, 100)}'.${didYouMean(name, names)} Sort by ${oneOf(names)}, with '-' in front for descending.`
  return { field: 'sort', code: 'UNKNOWN_SORT', message }
}
