// Checkout addresses, validated like account addresses and stored as text with the names of their places, and all inputs that a checkout lacks.
import { getRecordText } from '../../foundation/language.js'
import { findById } from '../../storage/record/snapshot.js'
import { createIssue, type Issue, NotFoundError, ValidationError } from '../../foundation/errors.js'
import { isPlainName } from '../../foundation/property/text.js'
import { suggestName, createMessage, getMessage } from '../../foundation/message.js'
import { address as addressEntity } from '../../model/entities/customers/address.js'
import { city } from '../../model/entities/store/city.js'
import { country } from '../../model/entities/store/country.js'
import { county } from '../../model/entities/store/county.js'
import { state } from '../../model/entities/store/state.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { createShopIssue } from '../../shop/language.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { fillCustomerName, readAddress, listUsableAddresses } from '../account/addresses.js'
import { findMissingFields } from '../../shop/destination.js'
import type { AddressTexts } from '../document/define.js'
import type { ShopperContext } from '../shopper-context.js'
import type { AddressInput } from './define.js'
import type { AddressKind } from './rows.js'

/** The fields of the entity that an order stores. */
export const orderAddressFields = [
  'first_name',
  'last_name',
  'company',
  'line1',
  'line2',
  'zip',
  'city',
  'country_id',
  'state_id',
  'county_id',
  'city_id',
] as const satisfies readonly (keyof RecordOf<typeof addressEntity>)[]

type AccountAddressFields = Pick<RecordOf<typeof addressEntity>, (typeof orderAddressFields)[number]>
type AddressRecord = Omit<AccountAddressFields, 'country_id'> & { readonly country_id: number | null }

/** The owner fields are not part of the input. */
const ownerFields = ['customer_id', 'party_id']

interface PlaceName {
  readonly id: number
  readonly name: string
}

const findPlaceName = (places: readonly PlaceName[], id: number | null): string => findById(places, id)?.name ?? ''

/** Converts the ids of places to names in the language. */
export async function toAddressTexts(work: ServiceContext, record: AddressRecord, language: string): Promise<AddressTexts> {
  const countryRecord = findById(await work.records(country), record.country_id)
  return {
    first_name: record.first_name,
    last_name: record.last_name,
    company: record.company,
    line1: record.line1,
    line2: record.line2,
    zip: record.zip,
    city: record.city || findPlaceName(await work.records(city), record.city_id),
    county: findPlaceName(await work.records(county), record.county_id),
    state: findPlaceName(await work.records(state), record.state_id),
    country: countryRecord ? getRecordText(countryRecord, 'name', language) || countryRecord.name : '',
    country_id: record.country_id,
    state_id: record.state_id,
    county_id: record.county_id,
    city_id: record.city_id,
  }
}

/** True for a country that the shop does not sell to. */
export async function isClosedCountry(work: ServiceContext, countryId: number | null): Promise<boolean> {
  return findById(await work.records(country), countryId)?.published !== true
}

function findUnknownFields(input: AddressInput): readonly Issue[] {
  return Object.keys(input)
    .filter((name) => !(orderAddressFields as readonly string[]).includes(name))
    .map((field, index) => {
      // List the known fields only once: a request with thousands of unknown fields must not produce a much larger reply.
      const known = index === 0 ? createMessage('errors.knownArguments', { names: orderAddressFields }) : ''
      const hint = suggestName(field, orderAddressFields) || known
      const name = field.slice(0, 100)
      return createIssue(name, createMessage('shop.addressFieldUnknown', { name, hint }), 'UNKNOWN_FIELD')
    })
}

const textFields = ['first_name', 'last_name', 'company', 'line1', 'line2', 'zip', 'city'] as const

/** The address fields of the input; values of a wrong type become empty. */
function toAddressRecord(input: AddressInput): AddressRecord {
  const text = (name: (typeof textFields)[number]): string => (typeof input[name] === 'string' ? input[name] : '')
  const id = (name: (typeof placeIdFields)[number]): number | null => (typeof input[name] === 'number' ? input[name] : null)
  const entries = [
    ...textFields.map((name) => [name, text(name)] as const),
    ...placeIdFields.map((name) => [name, id(name)] as const),
  ]
  return Object.fromEntries(entries)
}

const placeIdFields = ['country_id', 'state_id', 'county_id', 'city_id'] as const

/** Guests can order with any e-mail address, and the mails repeat their input: links would allow spam. */
function findGuestLinks(shopperContext: ShopperContext, input: AddressInput, language: string): readonly Issue[] {
  if (shopperContext.shopper.customerId !== null) return []
  const { registry } = shopperContext.context
  const message = createMessage('shop.plainTextNeeded')
  const isWrong = (name: string): boolean => typeof input[name] === 'string' && !isPlainName(input[name])
  return textFields.filter(isWrong).map((field) => createShopIssue(registry, language, field, message, 'NOT_PLAIN'))
}

/** Validates an address by the entity's rules and the needs of an order. ValidationError on the fields below `kind`. */
export async function validateEnteredAddress(
  shopperContext: ShopperContext,
  kind: AddressKind,
  input: AddressInput,
  language: string,
): Promise<AddressTexts> {
  const missing = await findMissingFields(shopperContext, toAddressRecord(input), language)
  return validateAddress(shopperContext, kind, input, language, [...missing, ...findGuestLinks(shopperContext, input, language)])
}

/** @param further issues in addition to the entity's own */
async function validateAddress(
  work: ServiceContext,
  kind: AddressKind,
  input: AddressInput,
  language: string,
  further: readonly Issue[] = [],
): Promise<AddressTexts> {
  const unknown = findUnknownFields(input)
  const validFields = Object.fromEntries(
    Object.entries(input).filter(([name]) => (orderAddressFields as readonly string[]).includes(name)),
  )
  const { record, issues } = await work.validate(addressEntity, validFields)
  const closed = issues.length === 0 && (await isClosedCountry(work, record.country_id))
  const all = [
    ...unknown,
    ...issues.filter(({ field }) => !ownerFields.includes(field)),
    ...further.filter(({ field }) => !issues.some((issue) => issue.field === field)),
    ...(closed ? [createIssue('country_id', createMessage('shop.countryClosed'), 'NOT_OFFERED')] : []),
  ]
  const position = ({ field }: Issue): number => (orderAddressFields as readonly string[]).indexOf(field)
  const sorted = all.toSorted((a, b) => position(a) - position(b))
  if (all.length > 0) throw new ValidationError(sorted.map((issue) => ({ ...issue, field: `${kind}.${issue.field}` })))
  return toAddressTexts(work, record, language)
}

/** One of the visitor's own addresses. ValidationError on `<kind>_address_id` if it is unknown or belongs to another account. */
export async function validateStoredAddress(
  shopperContext: ShopperContext,
  kind: AddressKind,
  id: number,
  language: string,
): Promise<AddressTexts> {
  try {
    const own = await readAddress(shopperContext, id)
    const stored = Object.fromEntries(orderAddressFields.map((name) => [name, own[name]])) as AccountAddressFields
    return await validateAddress(
      shopperContext,
      kind,
      await fillCustomerName(shopperContext, stored, shopperContext.shopper.customerId),
      language,
    )
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    throw ValidationError.of(`${kind}_address_id`, getMessage(error), 'UNKNOWN')
  }
}

/**
 * The default addresses of an account. Billing: the default billing address, else the default delivery address, else the first one.
 * Delivery: null if there is no default, or if it is the billing address. Addresses without a name get the customer's. The party's
 * addresses count after the account's own.
 */
export async function readDefaultAddresses(
  work: ServiceContext,
  customerId: number,
  language: string,
): Promise<Readonly<Record<AddressKind, AddressTexts | null>>> {
  const own = (await listUsableAddresses(work, customerId)).map(({ values }) => values)
  const delivery = own.find((candidate) => candidate.is_default_delivery === true)
  const billing = own.find((candidate) => candidate.is_default_billing === true) ?? delivery ?? own[0]
  const toTexts = async (fields: AccountAddressFields) =>
    toAddressTexts(work, await fillCustomerName(work, fields, customerId), language)
  return {
    billing: billing ? await toTexts(billing) : null,
    delivery: delivery && delivery !== billing ? await toTexts(delivery) : null,
  }
}

/** Domain of placeholder e-mail addresses, for host users without an address. Mail to it is undeliverable. */
const placeholderDomain = '@users.invalid'

export const isReachableEmail = (email: string): boolean => email !== '' && !email.endsWith(placeholderDomain)
