// What a list is asked for: REST's parameters, and `search`, which is one of its filters.
import type { ListQuery } from '#core/storage/record/results.js'
import { listQuery } from '../../http/record-query.js'
import type { AdminScope } from '../gate/scope.js'

/** `also` are parameters of pages, which mean nothing here. */
export function listOf({ request }: AdminScope, also: readonly string[] = []): ListQuery {
  const query = listQuery(request, ['search', ...also])
  const search = request.query.values.get('search')
  return search === undefined || search === '' ? query : { ...query, filters: new Map(query.filters).set('search', search) }
}
