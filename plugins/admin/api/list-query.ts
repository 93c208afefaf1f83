// Reads the query of a list: the parameters of REST, plus `search` as a filter. Lists of orders also have tabs.
import type { ListQuery } from '#core/surface.js'
import { readListQuery } from '../../http/record-query.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { orderEntity, toOrderListQuery } from './order-list.js'

/** `also` names further parameters of the page. They are accepted and ignored here. */
export function parseRecordListQuery({ request }: AdminScope, also: readonly string[] = []): ListQuery {
  const query = readListQuery(request, ['search', ...also])
  const search = request.query.values.get('search') ?? ''
  const name = request.params['entity']?.replace(/\.csv$/, '')
  if (name === orderEntity) return toOrderListQuery(query, search)
  return search === '' ? query : { ...query, filters: new Map(query.filters).set('search', search) }
}
