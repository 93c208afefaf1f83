// A customer's own addresses: of the entity's fields all but those that say whose it is.
import { NotFoundError, ValidationError } from '../../ground/errors.js'
import { address } from '../../model/entities/customers/address.js'
import type { WireRecord } from '../../storage/record/results.js'
import type { Visit } from '../visit.js'
import { requireAccount } from './signed-in.js'

const owners = ['customer_id', 'party_id']

const unknown = (): NotFoundError => new NotFoundError('There is no such address in this account.')

function shown({ id, values }: { readonly id: number; readonly values: WireRecord }): WireRecord {
  return { ...Object.fromEntries(Object.entries(values).filter(([name]) => !owners.includes(name))), id }
}

/** Fields of the entity, without its owner. AUTHENTICATION_REQUIRED for guests. */
export async function listAddresses(visit: Visit): Promise<readonly WireRecord[]> {
  return (await visit.list(address, { column: 'customer_id', values: [requireAccount(visit)] })).map(shown)
}

/** NOT_FOUND for addresses that are not there, or somebody else's. */
export async function readAddress(visit: Visit, id: number): Promise<WireRecord> {
  const { customerId } = visit.shopper
  const found = await visit.read(address, id)
  if (!found || customerId === null || found.values.customer_id !== customerId) throw unknown()
  return shown(found)
}

/** Makes one where `id` is left out. ValidationError by field. */
export async function storeAddress(visit: Visit, input: Readonly<Record<string, unknown>>, id?: number): Promise<WireRecord> {
  const owner = id === undefined ? { customer_id: requireAccount(visit) } : {}
  if (id !== undefined) await readAddress(visit, id)
  const issues = owners
    .filter((name) => Object.hasOwn(input, name))
    .map((name) => ({ field: name, code: 'UNKNOWN_FIELD', message: `Unknown field '${name}': an address is its account's.` }))
  if (issues.length > 0) throw new ValidationError(issues)
  const stored = await visit.write(address, { ...input, ...owner }, { byCaller: true, ...(id !== undefined && { id }) })
  return readAddress(visit, stored)
}

export async function removeAddress(visit: Visit, id: number): Promise<void> {
  await readAddress(visit, id)
  await visit.remove(address, id)
}
