// Determines whether an order is paid: its status is `paid`, or it was paid before it was confirmed or shipped.
import type { ServiceContext } from '../../storage/service-context.js'
import type { FrozenDocument } from '../document/define.js'
import { listStateHistory } from '../state/change-state.js'

/** @param status Default: the order's own status. */
export async function isPaidOrder(
  work: ServiceContext,
  { entity, id, values }: FrozenDocument,
  status: string = values.status,
): Promise<boolean> {
  if (entity !== 'sales-order') return false
  if (status === 'paid') return true
  if (status !== 'confirmed' && status !== 'shipped') return false
  return (await listStateHistory(work, entity, [id])).some(({ to }) => to === 'paid')
}
