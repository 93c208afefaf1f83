// The customer's name in a mail about a quote that has no address yet: the name stored in the account.
import { customer } from '../../model/entities/customers/customer.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { FrozenDocument } from '../document/define.js'
import { formatFullName } from './notification-values.js'

/** '' for guests, and if the document has an address. */
export async function readAccountName(
  work: ServiceContext,
  { values: { customer_id: id }, billing, delivery }: FrozenDocument,
): Promise<string> {
  if (id === null || billing || delivery) return ''
  const record = await work.read(customer, id)
  return record ? formatFullName(record.values) : ''
}
