// Compiles the sort order of a collection, such as `title,-id`, to SQL. The id comes last, so the order is always total.
import { listAlternatives } from '../../foundation/format-value.js'
import { createLabel, createMessage } from '../../foundation/message.js'
import { createIssue, type Issue } from '../../foundation/errors.js'
import { suggestName } from '../../foundation/nearest.js'
import { findOrderingParent } from '../../model/entity/ownership.js'
import { type QueryExpressions, type SqlFragment, joinFragments } from './expressions.js'
import type { EntityLayout } from './layout.js'

const byId: SqlFragment = { sql: 'r.id', params: [] }

function getDefaultOrder({ entity, stored }: EntityLayout): readonly string[] {
  if (entity.sort) return entity.sort
  if (!stored.some((property) => property.name === 'ordering')) return []
  const parent = findOrderingParent(entity)
  return parent === null ? ['ordering'] : [parent, 'ordering']
}

/** The ORDER BY expressions, or an issue. Texts sort without regard to case and accents, then by their exact form. */
export function compileSort(shape: EntityLayout, sort: string | undefined, expressions: QueryExpressions): SqlFragment | Issue {
  const sortKeys = sort === undefined || sort === '' ? getDefaultOrder(shape) : sort.split(',')
  const declared = sort === undefined || sort === ''
  const sortable = declared ? [...shape.stored, ...shape.translatable] : shape.sortable
  const parts: SqlFragment[] = []
  for (const part of sortKeys) {
    const descending = part.startsWith('-')
    const name = descending ? part.slice(1) : part
    const property = sortable.find((candidate) => candidate.name === name)
    if (!property && name !== 'id') return createUnknownSortIssue(shape, name)
    const keys = property ? [expressions.folded(property) ?? [], expressions.of(property)].flat() : [byId]
    parts.push(...keys.map(({ sql, params }) => ({ sql: sql + (descending ? ' DESC' : ''), params })))
    if (!property) return joinFragments(parts, ', ')
  }
  // The id follows the direction of the last column, so the database can scan one index.
  const backwards = sortKeys.at(-1)?.startsWith('-') === true
  return joinFragments([...parts, backwards ? { ...byId, sql: `${byId.sql} DESC` } : byId], ', ')
}

function createUnknownSortIssue({ entity, sortable }: EntityLayout, name: string): Issue {
  const names = ['id', ...sortable.map((property) => property.name)]
  const message = createMessage('errors.unknownSort', {
    entity: createLabel('entity', entity.name),
    name: name.slice(0, 100),
    hint: suggestName(name, names),
    names: listAlternatives(names),
  })
  return createIssue('sort', message, 'UNKNOWN_SORT')
}
