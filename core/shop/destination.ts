// The destination that determines taxes: an address, else the place that a guest named, else the shop's own country. Also the fields that an address needs.
import { createMessage, type Message, listQuoted, formatValue } from '../foundation/message.js'
import type { RecordOf } from '../foundation/property/typing.js'
import { address } from '../model/entities/customers/address.js'
import { customer } from '../model/entities/customers/customer.js'
import { party } from '../model/entities/customers/party.js'
import type { ServiceContext } from '../storage/service-context.js'
import { translateShopMessage } from './language.js'
import type { Shopper } from './shopper.js'
import { findById } from '../storage/record/snapshot.js'
import { ValidationError, createIssue, type Issue } from '../foundation/errors.js'
import { foldText } from '../foundation/property/text.js'
import { country } from '../model/entities/store/country.js'
import { state } from '../model/entities/store/state.js'

/** Destination and VAT data of the goods. */
export interface Destination {
  readonly country_id: number | null
  readonly state_id: number | null
  readonly county_id: number | null
  readonly city_id: number | null
  /** The VAT id of the customer, or of the party for which they order; '' for none. */
  readonly vat_id: string
  /** True if the party is exempt. */
  readonly tax_exempt: boolean
}

export type TaxPlace = Pick<Destination, 'country_id' | 'state_id' | 'county_id' | 'city_id'>

/** The country and state that a shopper named. */
export type EnteredPlace = Pick<TaxPlace, 'country_id' | 'state_id'>

/** Data that is known in addition to the account. */
export interface DestinationInput {
  /** The current document's address. Takes precedence over the account's address. */
  readonly address?: TaxPlace | null | undefined
  /** The place that the guest named. Used if there is no address. */
  readonly enteredPlace?: EnteredPlace | null | undefined
  /** The VAT id of the current document. Used if its customer has none. */
  readonly vatId?: string | undefined
}

/** The named place of a stored record. */
export const toEnteredPlace = ({ country_id, state_id }: EnteredPlace): EnteredPlace => ({ country_id, state_id })

const createPlace = (country_id: number | null, state_id: number | null = null): TaxPlace => {
  return { country_id, state_id, county_id: null, city_id: null }
}

/** Empty if the VAT register has reported the id as invalid. */
function getValidVatId({ vat_id, vat_id_status }: Pick<RecordOf<typeof customer>, 'vat_id' | 'vat_id_status'>): string {
  return vat_id_status === 'invalid' ? '' : vat_id
}

/** The default delivery address of the account or of its party. */
async function findDeliveryPlace(
  work: ServiceContext,
  owner: 'customer_id' | 'party_id',
  id: number,
): Promise<TaxPlace | undefined> {
  const addresses = await work.list(address, { column: owner, values: [id] })
  return addresses.find((candidate) => candidate.values.is_default_delivery)?.values
}

function createDestination(place: TaxPlace, vat_id: string, tax_exempt: boolean): Destination {
  const { country_id, state_id, county_id, city_id } = place
  return { country_id, state_id, county_id, city_id, vat_id, tax_exempt }
}

export async function resolveDestination(
  work: ServiceContext,
  shopper: Shopper,
  homeCountryId: number | null,
  { address: enteredAddress, enteredPlace, vatId = '' }: DestinationInput = {},
): Promise<Destination> {
  const home = work.versionedSnapshot.snapshot.settings.default_country_id ?? homeCountryId
  const place =
    enteredAddress ?? (enteredPlace?.country_id ? createPlace(enteredPlace.country_id, enteredPlace.state_id) : createPlace(home))
  if (shopper.customerId === null) return createDestination(place, vatId, false)
  const buyer = await work.read(customer, shopper.customerId)
  if (!buyer) return createDestination(place, vatId, false)
  const { party_id: partyId } = buyer.values
  const own = await findDeliveryPlace(work, 'customer_id', shopper.customerId)
  const delivery = own ?? (partyId === null ? undefined : await findDeliveryPlace(work, 'party_id', partyId))
  const represented = partyId === null ? undefined : (await work.read(party, partyId))?.values
  const holder = [buyer.values, represented].find((owner) => owner?.vat_id)
  const counted = holder ? getValidVatId(holder) : vatId
  return createDestination(delivery && !enteredAddress ? delivery : place, counted, represented?.tax_exempt === true)
}

type CountryRecord = RecordOf<typeof country>
type StateRecord = RecordOf<typeof state>

/** Input of the shopper. '' clears the country or the state. */
export interface PlaceInput {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined
  /** The code or the name of a state of the country. */
  readonly state?: string | undefined
}

/** The place in replies. */
export interface PlaceView {
  readonly country: string | null
  /** The state's code, or its name if it has no code. */
  readonly state: string | null
}

/** No place named. */
export const noPlace: EnteredPlace = Object.freeze({ country_id: null, state_id: null })

const emptyPlaceView: PlaceView = Object.freeze({ country: null, state: null })

/** Maximum number of states in a message. */
const maxListedStates = 100

const isSameText = (a: string, b: string): boolean => a !== '' && foldText(a) === foldText(b)

async function findCountry(work: ServiceContext, code: string): Promise<CountryRecord> {
  const open = (await work.records(country)).filter(({ published }) => published === true)
  const match = open.find(({ iso2 }) => isSameText(iso2, code.trim()))
  if (match) return match
  const codes = open.map(({ iso2 }) => iso2).toSorted()
  const message = createMessage('shop.countryUnknown', { country: formatValue(code), codes })
  throw ValidationError.of('country', message, 'UNKNOWN_COUNTRY')
}

async function listCountryStates(work: ServiceContext, countryId: number): Promise<readonly StateRecord[]> {
  return (await work.records(state)).filter(({ country_id: id }) => id === countryId)
}

async function findState(work: ServiceContext, stateKey: string, countryId: number | null): Promise<StateRecord> {
  const refused = (message: Message): ValidationError => ValidationError.of('state', message, 'UNKNOWN_STATE')
  if (countryId === null) throw refused(createMessage('shop.stateWithoutCountry'))
  const states = await listCountryStates(work, countryId)
  const trimmedKey = stateKey.trim()
  const match = states.find(({ code }) => isSameText(code, trimmedKey)) ?? states.find(({ name }) => isSameText(name, trimmedKey))
  if (match) return match
  const own = findById(await work.records(country), countryId)
  const values = { state: formatValue(stateKey), country: own?.iso2 ?? String(countryId) }
  if (states.length === 0) throw refused(createMessage('shop.countryWithoutStates', values))
  const names = listQuoted(states.slice(0, maxListedStates).map(({ code, name }) => code || name))
  throw refused(
    createMessage('shop.stateUnknown', { ...values, states: states.length > maxListedStates ? [...names, '…'] : names }),
  )
}

/**
 * Applies the input to the place named before. A change of country clears the state.
 * @throws ValidationError on `country` (UNKNOWN_COUNTRY) and `state` (UNKNOWN_STATE), with the accepted values
 */
export async function resolvePlace(
  work: ServiceContext,
  input: PlaceInput,
  before: EnteredPlace = noPlace,
): Promise<EnteredPlace> {
  if (input.country === undefined && input.state === undefined) return before
  let { country_id: countryId } = before
  if (input.country !== undefined) countryId = input.country === '' ? null : (await findCountry(work, input.country)).id
  if (input.state) return { country_id: countryId, state_id: (await findState(work, input.state, countryId)).id }
  const isSameCountry = input.state === undefined && countryId === before.country_id
  return { country_id: countryId, state_id: isSameCountry ? before.state_id : null }
}

/** The place as codes and names; null for unknown and deleted ones. */
export async function toPlaceView(
  work: ServiceContext,
  { country_id: countryId, state_id: stateId }: EnteredPlace,
): Promise<PlaceView> {
  if (countryId === null) return emptyPlaceView
  const own = findById(await work.records(country), countryId)
  const inside = findById(await work.records(state), stateId)
  return { country: own?.iso2 ?? null, state: inside ? inside.code || inside.name : null }
}

/** Countries without postal codes in everyday use (Universal Postal Union), by ISO 3166-1 alpha-2. */
const countriesWithoutPostalCode = new Set(
  (
    'AE AG AN AO AQ AW BF BI BJ BO BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK HM JM KI KM KN KP LC LY ' +
    'ML MO MR MW NR NU PA QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TT TV TZ UG UM VU WS YE ZM ZW'
  ).split(' '),
)

/** Countries whose postal addresses contain the state. In other countries a shop may have states for taxes only. */
const countriesWithState = new Set('AR AU BR CA IN JP MX MY US'.split(' '))

export const usesPostalCode = (iso2: string): boolean => !countriesWithoutPostalCode.has(iso2)

/** @param hasStates true if the shop has states of the country */
export const requiresState = (iso2: string, hasStates: boolean): boolean => hasStates && countriesWithState.has(iso2)

/** The address fields that the rules check. */
export interface AddressParts {
  readonly first_name: string
  readonly last_name: string
  readonly company: string
  readonly line1: string
  readonly zip: string
  readonly city: string
  readonly state_id: number | null
}

interface AddressCountry {
  /** ISO 3166-1 alpha-2. */
  readonly code: string
  readonly hasStates: boolean
}

/** The keys of the messages. */
const addressMessages = {
  name: 'shop.nameOrCompanyNeeded',
  line1: 'shop.streetNeeded',
  zip: 'shop.postalCodeNeeded',
  city: 'shop.cityNeeded',
  country: 'shop.countryNeeded',
  state: 'shop.stateNeeded',
} as const

/** Spaces, and characters that leave no mark on a label: controls, formats, joiners and fillers. */
const blankPattern = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u
const isBlank = (text: string): boolean => blankPattern.test(text)

/** The missing fields of the address, each with the key of its message. `country` is null if no country is chosen. */
export function findMissingAddressFields(address: AddressParts, country: AddressCountry | null): readonly Issue[] {
  const { first_name, last_name, company, line1, zip, city, state_id } = address
  const issues: Issue[] = []
  const lacks = (isMissing: boolean, field: string, message: string, code = 'REQUIRED'): void => {
    if (isMissing) issues.push(createIssue(field, message, code))
  }
  lacks([first_name, last_name, company].every(isBlank), 'last_name', addressMessages.name, 'NAME_REQUIRED')
  lacks(isBlank(line1), 'line1', addressMessages.line1)
  lacks(isBlank(zip) && country !== null && usesPostalCode(country.code), 'zip', addressMessages.zip)
  lacks(isBlank(city), 'city', addressMessages.city)
  lacks(country === null, 'country_id', addressMessages.country)
  const needsState = country !== null && requiresState(country.code, country.hasStates)
  lacks(state_id === null && needsState, 'state_id', addressMessages.state)
  return issues
}

/** The required address fields that are missing, by the rules of the country. Messages are in the language. */
export async function findMissingFields(
  work: ServiceContext,
  parts: AddressParts & { readonly country_id: number | null },
  language: string,
): Promise<readonly Issue[]> {
  const own = findById(await work.records(country), parts.country_id)
  const hasStates = (await work.records(state)).some((record) => record.country_id === own?.id)
  return findMissingAddressFields(parts, own ? { code: own.iso2, hasStates } : null).map((issue) => ({
    ...issue,
    message: translateShopMessage(work.context.registry, language, issue.message),
  }))
}

/** True for a country that the shop does not sell to. */
export async function isClosedCountry(work: ServiceContext, countryId: number | null): Promise<boolean> {
  return findById(await work.records(country), countryId)?.published !== true
}
