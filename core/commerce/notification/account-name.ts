// How a mail calls whoever asks for a quote from his account and has given no address yet.
import { customer } from '../../model/entities/customers/customer.js'
import type { Work } from '../../storage/work.js'
import type { FrozenDocument } from '../document/define.js'
import { nameOf } from './values.js'

/** '' for guests, and where an address names him. */
export async function accountName(
  work: Work,
  { values: { customer_id: id }, billing, delivery }: FrozenDocument,
): Promise<string> {
  if (id === null || billing || delivery) return ''
  const found = await work.read(customer, id)
  return found ? nameOf(found.values) : ''
}
