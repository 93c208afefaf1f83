// Reads the query of a list: the parameters of REST, plus `search` as a filter.
import type { ListQuery } from '#core/surface.js'
import { readListQuery } from '../../http/record-query.js'
import type { AdminScope } from '../gate/admin-scope.js'

/** `also` names further parameters of the page. They are accepted and ignored here. */
export function parseRecordListQuery({ request }: AdminScope, also: readonly string[] = []): ListQuery {
  const query = readListQuery(request, ['search', ...also])
  const search = request.query.values.get('search')
  return search === undefined || search === '' ? query : { ...query, filters: new Map(query.filters).set('search', search) }
}
