// Addresses of a customer: their own, and read-only the addresses of the party for which they order.
import { type Issue, NotFoundError, ValidationError } from '../../foundation/errors.js'
import { address } from '../../model/entities/customers/address.js'
import { customer } from '../../model/entities/customers/customer.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { LoadedRecord } from '../../storage/record/load.js'
import type { Work } from '../../storage/work.js'
import type { WireRecord } from '../../storage/record/results.js'
import type { Visit } from '../visit.js'
import { missingFields, withName } from './address-completeness.js'
import { requireAccount } from './signed-in.js'

type Fields = Readonly<Record<string, unknown>>

const owners = ['customer_id', 'party_id']

const ownedBy = (visit: Visit): { readonly customer_id: number } => ({ customer_id: requireAccount(visit) })

const unknown = (): NotFoundError => new NotFoundError('There is no such address in this account.')

/** `of_party`: it belongs to the party, and only the shop can change it. */
function shown({ id, values }: { readonly id: number; readonly values: WireRecord }): WireRecord {
  const fields = Object.entries(values).filter(([name]) => !owners.includes(name))
  return { ...Object.fromEntries(fields), of_party: values['party_id'] !== null, id }
}

async function partyOf(work: Work, customerId: number): Promise<number | null> {
  return (await work.read(customer, customerId))?.values.party_id ?? null
}

/** The addresses that the customer may use: their own first, then the party's. */
export async function usableAddresses(
  work: Work,
  customerId: number,
): Promise<readonly LoadedRecord<RecordOf<typeof address>>[]> {
  const partyId = await partyOf(work, customerId)
  const own = await work.list(address, { column: 'customer_id', values: [customerId] })
  const shared = partyId === null ? [] : await work.list(address, { column: 'party_id', values: [partyId] })
  return [...own, ...shared]
}

/** Fields of the entity without its owner; the account's own addresses first. AUTHENTICATION_REQUIRED for guests. */
export async function listAddresses(visit: Visit): Promise<readonly WireRecord[]> {
  return (await usableAddresses(visit, requireAccount(visit))).map(shown)
}

/** NOT_FOUND for unknown addresses and for other accounts' addresses. */
export async function readAddress(visit: Visit, id: number): Promise<WireRecord> {
  const { customerId } = visit.shopper
  const found = await visit.read(address, id)
  if (!found || customerId === null) throw unknown()
  const { customer_id: owner, party_id: partyId } = found.values
  const isHis = owner === customerId || (partyId !== null && partyId === (await partyOf(visit, customerId)))
  if (!isHis) throw unknown()
  return shown(found)
}

/** NOT_FOUND as for reading; ValidationError, OF_PARTY, for an address of the party. */
async function requireOwn(visit: Visit, id: number): Promise<void> {
  if ((await readAddress(visit, id))['of_party'] === false) return
  const message = 'This address belongs to your organisation and only the shop can change it. Please add your own address.'
  throw ValidationError.of('id', message, 'OF_PARTY')
}

const texts = ['first_name', 'last_name', 'company', 'line1', 'zip', 'city'] as const
const ids = ['country_id', 'state_id'] as const
const checked: ReadonlySet<string> = new Set([...texts, ...ids])

/** The required fields that the address would lack after the change. A change of other fields is not checked. */
async function missingAfter(visit: Visit, input: Fields, id: number | undefined): Promise<readonly Issue[]> {
  if (id !== undefined && !Object.keys(input).some((name) => checked.has(name))) return []
  const stored = id === undefined ? {} : await readAddress(visit, id)
  const fields: Fields = { ...stored, ...input }
  const text = (name: (typeof texts)[number]): string => (typeof fields[name] === 'string' ? fields[name] : '')
  const place = (name: (typeof ids)[number]): number | null => (typeof fields[name] === 'number' ? fields[name] : null)
  const parts = {
    ...{ first_name: text('first_name'), last_name: text('last_name'), company: text('company') },
    ...{ line1: text('line1'), zip: text('zip'), city: text('city') },
    ...{ country_id: place('country_id'), state_id: place('state_id') },
  }
  const work = await visit.at()
  const named = await withName(work, parts, requireAccount(visit))
  const missing = await missingFields(work, named, work.language ?? work.moment.snapshot.defaultLanguage)
  if (missing.length === 0) return []
  const { issues } = await work.judge(address, { ...input, ...ownedBy(visit) })
  const reported = new Set(missing.map(({ field }) => field))
  return [...missing, ...issues.filter(({ field }) => Object.hasOwn(input, field) && !reported.has(field))]
}

/** Creates an address if `id` is omitted. ValidationError by field, also for fields that an order requires. */
export async function storeAddress(visit: Visit, input: Fields, id?: number): Promise<WireRecord> {
  const owner = id === undefined ? ownedBy(visit) : {}
  if (id !== undefined) await requireOwn(visit, id)
  const issues = owners
    .filter((name) => Object.hasOwn(input, name))
    .map((name) => ({ field: name, code: 'UNKNOWN_FIELD', message: `Unknown field '${name}': an address is its account's.` }))
  if (issues.length > 0) throw new ValidationError(issues)
  const missing = await missingAfter(visit, input, id)
  if (missing.length > 0) throw new ValidationError(missing)
  const stored = await visit.write(address, { ...input, ...owner }, { byCaller: true, ...(id !== undefined && { id }) })
  return readAddress(visit, stored)
}

export async function removeAddress(visit: Visit, id: number): Promise<void> {
  await requireOwn(visit, id)
  await visit.remove(address, id)
}
