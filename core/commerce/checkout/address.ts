// Checkout addresses: validated like account addresses, and stored as text with the names of country, state, county and city.
import { getRecordText } from '../../foundation/language/tags.js'
import { findById } from '../../foundation/find-by-id.js'
import { type Issue, NotFoundError, ValidationError } from '../../foundation/errors.js'
import { isPlainName } from '../../foundation/guest-text.js'
import { didYouMean } from '../../foundation/nearest.js'
import { address as addressEntity } from '../../model/entities/customers/address.js'
import { city } from '../../model/entities/store/city.js'
import { country } from '../../model/entities/store/country.js'
import { county } from '../../model/entities/store/county.js'
import { state } from '../../model/entities/store/state.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { said } from '../../shop/texts.js'
import type { Work } from '../../storage/work.js'
import { missingFields, withName } from '../account/address-completeness.js'
import { readAddress, usableAddresses } from '../account/addresses.js'
import type { AddressTexts } from '../document/define.js'
import type { Visit } from '../visit.js'
import type { AddressInput } from './define.js'
import type { AddressKind } from './rows.js'

/** The fields of the entity that an order stores. */
export const addressFields = [
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

type Kept = Pick<RecordOf<typeof addressEntity>, (typeof addressFields)[number]>
type AddressRecord = Omit<Kept, 'country_id'> & { readonly country_id: number | null }

/** The owner fields are not part of the input. */
const owners = ['customer_id', 'party_id']

interface Named {
  readonly id: number
  readonly name: string
}

const nameOf = (places: readonly Named[], id: number | null): string => findById(places, id)?.name ?? ''

/** Converts the ids of places to names in the language. */
export async function inWords(work: Work, held: AddressRecord, language: string): Promise<AddressTexts> {
  const land = findById(await work.records(country), held.country_id)
  return {
    first_name: held.first_name,
    last_name: held.last_name,
    company: held.company,
    line1: held.line1,
    line2: held.line2,
    zip: held.zip,
    city: held.city || nameOf(await work.records(city), held.city_id),
    county: nameOf(await work.records(county), held.county_id),
    state: nameOf(await work.records(state), held.state_id),
    country: land ? getRecordText(land, 'name', language) || land.name : '',
    country_id: held.country_id,
    state_id: held.state_id,
    county_id: held.county_id,
    city_id: held.city_id,
  }
}

/** True for a country that the shop does not sell to. */
export async function isClosed(work: Work, countryId: number | null): Promise<boolean> {
  return findById(await work.records(country), countryId)?.published !== true
}

function unknownFields(input: AddressInput): readonly Issue[] {
  return Object.keys(input)
    .filter((name) => !(addressFields as readonly string[]).includes(name))
    .map((field, index) => {
      // List the known fields only once: a request with thousands of unknown fields must not produce a much larger reply.
      const known = didYouMean(field, addressFields) || (index === 0 ? ` Known: ${addressFields.join(', ')}.` : '')
      const message = `Unknown field '${field.slice(0, 100)}' of an address.${known}`
      return { field: field.slice(0, 100), code: 'UNKNOWN_FIELD', message }
    })
}

const texts = ['first_name', 'last_name', 'company', 'line1', 'line2', 'zip', 'city'] as const

/** The address fields of the input; values of a wrong type become empty. */
function sentRecord(input: AddressInput): AddressRecord {
  const text = (name: (typeof texts)[number]): string => (typeof input[name] === 'string' ? input[name] : '')
  const id = (name: (typeof idFields)[number]): number | null => (typeof input[name] === 'number' ? input[name] : null)
  const entries = [...texts.map((name) => [name, text(name)] as const), ...idFields.map((name) => [name, id(name)] as const)]
  return Object.fromEntries(entries)
}

const idFields = ['country_id', 'state_id', 'county_id', 'city_id'] as const

/** Guests can order with any e-mail address, and the mails repeat their input: links would allow spam. */
function linksOfGuest(visit: Visit, input: AddressInput, language: string): readonly Issue[] {
  if (visit.shopper.customerId !== null) return []
  const message = said(visit.context.registry, language, 'Please remove web addresses and line breaks.')
  const isWrong = (name: string): boolean => typeof input[name] === 'string' && !isPlainName(input[name])
  return texts.filter(isWrong).map((field) => ({ field, code: 'NOT_PLAIN', message }))
}

/** Validates an address by the entity's rules and the needs of an order. ValidationError on the fields below `kind`. */
export async function toldAddress(visit: Visit, kind: AddressKind, input: AddressInput, language: string): Promise<AddressTexts> {
  const missing = await missingFields(visit, sentRecord(input), language)
  return judgedAddress(visit, kind, input, language, [...missing, ...linksOfGuest(visit, input, language)])
}

/** @param further issues in addition to those of the entity */
async function judgedAddress(
  work: Work,
  kind: AddressKind,
  input: AddressInput,
  language: string,
  further: readonly Issue[] = [],
): Promise<AddressTexts> {
  const unknown = unknownFields(input)
  const known = Object.fromEntries(Object.entries(input).filter(([name]) => (addressFields as readonly string[]).includes(name)))
  const { record, issues } = await work.judge(addressEntity, known)
  const closed = issues.length === 0 && (await isClosed(work, record.country_id))
  const message = 'We do not sell to this country.'
  const all = [
    ...unknown,
    ...issues.filter(({ field }) => !owners.includes(field)),
    ...further.filter(({ field }) => !issues.some((issue) => issue.field === field)),
    ...(closed ? [{ field: 'country_id', code: 'NOT_OFFERED', message }] : []),
  ]
  const position = ({ field }: Issue): number => (addressFields as readonly string[]).indexOf(field)
  const sorted = all.toSorted((a, b) => position(a) - position(b))
  if (all.length > 0) throw new ValidationError(sorted.map((issue) => ({ ...issue, field: `${kind}.${issue.field}` })))
  return inWords(work, record, language)
}

/** One of the visitor's own addresses. ValidationError on `<kind>_address_id` if it is unknown or belongs to another account. */
export async function storedAddress(visit: Visit, kind: AddressKind, id: number, language: string): Promise<AddressTexts> {
  try {
    const own = await readAddress(visit, id)
    const stored = Object.fromEntries(addressFields.map((name) => [name, own[name]])) as Kept
    return await judgedAddress(visit, kind, await withName(visit, stored, visit.shopper.customerId), language)
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    throw ValidationError.of(`${kind}_address_id`, error.message, 'UNKNOWN')
  }
}

/**
 * The default addresses of an account. Billing: the default billing address, else the default delivery address, else the first one.
 * Delivery: null if there is no default, or if it is the billing address. Addresses without a name get the customer's. The party's
 * addresses count after the account's own.
 */
export async function ownAddresses(
  work: Work,
  customerId: number,
  language: string,
): Promise<Readonly<Record<AddressKind, AddressTexts | null>>> {
  const own = (await usableAddresses(work, customerId)).map(({ values }) => values)
  const delivery = own.find((one) => one.is_default_delivery === true)
  const billing = own.find((one) => one.is_default_billing === true) ?? delivery ?? own[0]
  const told = async (held: Kept) => inWords(work, await withName(work, held, customerId), language)
  return {
    billing: billing ? await told(billing) : null,
    delivery: delivery && delivery !== billing ? await told(delivery) : null,
  }
}
