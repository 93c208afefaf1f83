// Required address fields by country: facts about postal codes and states, and the check for missing fields.
import { createIssue, type Issue } from '../foundation/errors.js'

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
