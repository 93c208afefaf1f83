// Reads the query of a list: the parameters of REST, plus `search` as a filter.
import type { ListQuery } from '#core/storage/record/results.js'
import { listQuery } from '../../http/record-query.js'
import type { AdminScope } from '../gate/scope.js'

/** `also` names further parameters of the page. They are accepted and ignored here. */
export function listOf({ request }: AdminScope, also: readonly string[] = []): ListQuery {
  const query = listQuery(request, ['search', ...also])
  const search = request.query.values.get('search')
  return search === undefined || search === '' ? query : { ...query, filters: new Map(query.filters).set('search', search) }
}
