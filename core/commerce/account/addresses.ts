// Addresses that a customer may use: his own, and to read those of the party for whom he orders.
import { NotFoundError, ValidationError } from '../../ground/errors.js'
import { address } from '../../model/entities/customers/address.js'
import { customer } from '../../model/entities/customers/customer.js'
import type { RecordOf } from '../../ground/property/typing.js'
import type { LoadedRecord } from '../../storage/record/load.js'
import type { Work } from '../../storage/work.js'
import type { WireRecord } from '../../storage/record/results.js'
import type { Visit } from '../visit.js'
import { requireAccount } from './signed-in.js'

const owners = ['customer_id', 'party_id']

const unknown = (): NotFoundError => new NotFoundError('There is no such address in this account.')

/** `of_party`: it is the party's, and only the shop changes it. */
function shown({ id, values }: { readonly id: number; readonly values: WireRecord }): WireRecord {
  const fields = Object.entries(values).filter(([name]) => !owners.includes(name))
  return { ...Object.fromEntries(fields), of_party: values['party_id'] !== null, id }
}

async function partyOf(work: Work, customerId: number): Promise<number | null> {
  return (await work.read(customer, customerId))?.values.party_id ?? null
}

/** Those that the customer may use: his own first, then his party's. */
export async function usableAddresses(
  work: Work,
  customerId: number,
): Promise<readonly LoadedRecord<RecordOf<typeof address>>[]> {
  const partyId = await partyOf(work, customerId)
  const own = await work.list(address, { column: 'customer_id', values: [customerId] })
  const shared = partyId === null ? [] : await work.list(address, { column: 'party_id', values: [partyId] })
  return [...own, ...shared]
}

/** Fields of the entity, without its owner; the account's own first. AUTHENTICATION_REQUIRED for guests. */
export async function listAddresses(visit: Visit): Promise<readonly WireRecord[]> {
  return (await usableAddresses(visit, requireAccount(visit))).map(shown)
}

/** NOT_FOUND for addresses that are not there, or somebody else's. */
export async function readAddress(visit: Visit, id: number): Promise<WireRecord> {
  const { customerId } = visit.shopper
  const found = await visit.read(address, id)
  if (!found || customerId === null) throw unknown()
  const { customer_id: owner, party_id: partyId } = found.values
  const isHis = owner === customerId || (partyId !== null && partyId === (await partyOf(visit, customerId)))
  if (!isHis) throw unknown()
  return shown(found)
}

/** NOT_FOUND as above; ValidationError, OF_PARTY, for an address of the party. */
async function requireOwn(visit: Visit, id: number): Promise<void> {
  if ((await readAddress(visit, id))['of_party'] === false) return
  const message = 'This address belongs to the party for whom you order; the shop changes it. Make one of your own.'
  throw ValidationError.of('id', message, 'OF_PARTY')
}

/** Makes one where `id` is left out. ValidationError by field. */
export async function storeAddress(visit: Visit, input: Readonly<Record<string, unknown>>, id?: number): Promise<WireRecord> {
  const owner = id === undefined ? { customer_id: requireAccount(visit) } : {}
  if (id !== undefined) await requireOwn(visit, id)
  const issues = owners
    .filter((name) => Object.hasOwn(input, name))
    .map((name) => ({ field: name, code: 'UNKNOWN_FIELD', message: `Unknown field '${name}': an address is its account's.` }))
  if (issues.length > 0) throw new ValidationError(issues)
  const stored = await visit.write(address, { ...input, ...owner }, { byCaller: true, ...(id !== undefined && { id }) })
  return readAddress(visit, stored)
}

export async function removeAddress(visit: Visit, id: number): Promise<void> {
  await requireOwn(visit, id)
  await visit.remove(address, id)
}
