// Addresses of a customer, and read-only the addresses of the party for which they order.
import { createMessage } from '../../foundation/message.js'
import { createIssue, type Issue, NotFoundError, ValidationError } from '../../foundation/errors.js'
import { address } from '../../model/entities/customers/address.js'
import { customer } from '../../model/entities/customers/customer.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { findMissingFields } from '../../shop/destination.js'
import type { LoadedRecord } from '../../storage/record/load.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { WireRecord } from '../../storage/record/results.js'
import { type ShopperContext, requireAccount } from '../shopper-context.js'
import type { AddressInput } from '../checkout/define.js'
import { placeKeys } from '../document/define.js'

/** The fields with the owner of an address. They are not part of the input. */
export const ownerFields = ['customer_id', 'party_id']

const toOwnerFields = (shopperContext: ShopperContext): { readonly customer_id: number } => ({
  customer_id: requireAccount(shopperContext),
})

const createUnknownAddressError = (): NotFoundError => new NotFoundError(createMessage('shop.addressUnknown'))

/** `of_party`: it belongs to the party, and only the shop can change it. */
function toAddressReply({ id, values }: { readonly id: number; readonly values: WireRecord }): WireRecord {
  const fields = Object.entries(values).filter(([name]) => !ownerFields.includes(name))
  return { ...Object.fromEntries(fields), of_party: values['party_id'] !== null, id }
}

async function readPartyId(work: ServiceContext, customerId: number): Promise<number | null> {
  return (await work.read(customer, customerId))?.values.party_id ?? null
}

/** The addresses that the customer may use: their own first, then the party's. */
export async function listUsableAddresses(
  work: ServiceContext,
  customerId: number,
): Promise<readonly LoadedRecord<RecordOf<typeof address>>[]> {
  const partyId = await readPartyId(work, customerId)
  const own = await work.list(address, { column: 'customer_id', values: [customerId] })
  const shared = partyId === null ? [] : await work.list(address, { column: 'party_id', values: [partyId] })
  return [...own, ...shared]
}

/** Fields of the entity without its owner; the account's own addresses first. AUTHENTICATION_REQUIRED for guests. */
export async function listAddresses(shopperContext: ShopperContext): Promise<readonly WireRecord[]> {
  return (await listUsableAddresses(shopperContext, requireAccount(shopperContext))).map(toAddressReply)
}

/** NOT_FOUND for unknown addresses and for other accounts' addresses. */
export async function readAddress(shopperContext: ShopperContext, id: number): Promise<WireRecord> {
  const { customerId } = shopperContext.shopper
  const record = await shopperContext.read(address, id)
  if (!record || customerId === null) throw createUnknownAddressError()
  const { customer_id: owner, party_id: partyId } = record.values
  const isHis = owner === customerId || (partyId !== null && partyId === (await readPartyId(shopperContext, customerId)))
  if (!isHis) throw createUnknownAddressError()
  return toAddressReply(record)
}

/** NOT_FOUND as for reading; ValidationError, OF_PARTY, for an address of the party. */
async function requireOwnAddress(shopperContext: ShopperContext, id: number): Promise<void> {
  if ((await readAddress(shopperContext, id))['of_party'] === false) return
  throw ValidationError.of('id', createMessage('shop.addressOfOrganisation'), 'OF_PARTY')
}

/** The fields that an order requires. */
const checkedFields = ['first_name', 'last_name', 'company', 'line1', 'zip', 'city', 'country_id', 'state_id']

export const addressTextFields = ['first_name', 'last_name', 'company', 'line1', 'line2', 'zip', 'city'] as const

export type AddressFields = Readonly<
  Record<(typeof addressTextFields)[number], string> & Record<(typeof placeKeys)[number], number | null>
>

/** The address fields of the input; values of a wrong type become empty. */
export function toAddressFields(input: AddressInput): AddressFields {
  const texts = addressTextFields.map((name) => [name, typeof input[name] === 'string' ? input[name] : ''])
  const ids = placeKeys.map((name) => [name, typeof input[name] === 'number' ? input[name] : null])
  return Object.fromEntries([...texts, ...ids])
}

type AddressNames = Pick<RecordOf<typeof address>, 'company' | 'first_name' | 'last_name'>

/** Adds the customer's name and company if the address has none. */
export async function fillCustomerName<T extends AddressNames>(
  work: ServiceContext,
  parts: T,
  customerId: number | null,
): Promise<T> {
  if (customerId === null || parts.first_name !== '' || parts.last_name !== '' || parts.company !== '') return parts
  const owner = (await work.read(customer, customerId))?.values
  return owner ? { ...parts, first_name: owner.first_name, last_name: owner.last_name, company: owner.company } : parts
}

/** The required fields that the address would lack after the change. A change of other fields is not checked. */
async function findMissingAfterChange(
  shopperContext: ShopperContext,
  input: AddressInput,
  id: number | undefined,
): Promise<readonly Issue[]> {
  if (id !== undefined && !Object.keys(input).some((name) => checkedFields.includes(name))) return []
  const stored = id === undefined ? {} : await readAddress(shopperContext, id)
  const work = await shopperContext.at()
  const completedAddress = await fillCustomerName(work, toAddressFields({ ...stored, ...input }), requireAccount(shopperContext))
  const missing = await findMissingFields(
    work,
    completedAddress,
    work.language ?? work.versionedSnapshot.snapshot.defaultLanguage,
  )
  if (missing.length === 0) return []
  const { issues } = await work.validate(address, { ...input, ...toOwnerFields(shopperContext) })
  const reported = new Set(missing.map(({ field }) => field))
  return [...missing, ...issues.filter(({ field }) => Object.hasOwn(input, field) && !reported.has(field))]
}

/** Creates an address if `id` is omitted. ValidationError by field, also for fields that an order requires. */
export async function storeAccountAddress(shopperContext: ShopperContext, input: AddressInput, id?: number): Promise<WireRecord> {
  const owner = id === undefined ? toOwnerFields(shopperContext) : {}
  if (id !== undefined) await requireOwnAddress(shopperContext, id)
  const issues = ownerFields
    .filter((name) => Object.hasOwn(input, name))
    .map((name) => createIssue(name, createMessage('shop.addressOwnerField', { name }), 'UNKNOWN_FIELD'))
  if (issues.length > 0) throw new ValidationError(issues)
  const missing = await findMissingAfterChange(shopperContext, input, id)
  if (missing.length > 0) throw new ValidationError(missing)
  const stored = await shopperContext.write(address, { ...input, ...owner }, { byCaller: true, ...(id !== undefined && { id }) })
  return readAddress(shopperContext, stored)
}

export async function removeAddress(shopperContext: ShopperContext, id: number): Promise<void> {
  await requireOwnAddress(shopperContext, id)
  await shopperContext.remove(address, id)
}
