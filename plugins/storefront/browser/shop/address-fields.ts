// The fields of an address, in the order that browsers expect for autofill, and an address as text lines.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProfileReply, ShopFrontReply } from '#core/surface.js'
import type { Form } from './form.js'
import type { AccountAddress, AddressValues } from './shop-api.js'
import type { ShopElement } from './shop-element.js'

const formatId = (id: number | null | undefined): string => (id ? String(id) : '')

const emptyAddress: AddressValues = {
  first_name: '',
  last_name: '',
  company: '',
  line1: '',
  line2: '',
  zip: '',
  city: '',
  country_id: null,
  state_id: null,
}

/** An address without a name gets the account's name. */
export function fillMissingName<T extends AddressValues>(profile: ProfileReply | null, address: T): T {
  const isNameless = address.first_name === '' && address.last_name === '' && address.company === ''
  if (!isNameless || profile === null) return address
  const { first_name, last_name, company } = profile
  return { ...address, first_name, last_name, company }
}

/** The billing address of the account: the default one, else the first one, else the name. null for guests. */
export function findAccountAddress(addresses: readonly AccountAddress[], profile: ProfileReply | null): AddressValues | null {
  const address = addresses.find((candidate) => candidate.is_default_billing) ?? addresses[0] ?? (profile && emptyAddress)
  return address && fillMissingName(profile, address)
}

/**
 * The values of the fields in the form in which they are sent.
 * @param prefix of the field names: `billing.`
 */
export function readAddressFields(form: Form, address: AddressValues | null, front: ShopFrontReply, prefix = ''): AddressValues {
  const value = (name: keyof AddressValues): string => form.value(prefix + name, String(address?.[name] ?? '')).trim()
  const id = (name: 'country_id' | 'state_id', otherwise = ''): number | null =>
    Number(form.value(prefix + name, formatId(address?.[name]) || otherwise)) || null
  const country_id = id('country_id', formatId(findDefaultCountry(front)))
  const state_id = id('state_id')
  // Drop a state that belongs to the previously selected country.
  const isOwnState = front.countries.some(
    (country) => country.id === country_id && country.states.some((state) => state.id === state_id),
  )
  return {
    first_name: value('first_name'),
    last_name: value('last_name'),
    company: value('company'),
    line1: value('line1'),
    line2: value('line2'),
    zip: value('zip'),
    city: value('city'),
    country_id,
    state_id: isOwnState ? state_id : null,
  }
}

/** The preselected country of a form. */
export const findDefaultCountry = ({ countries, country }: ShopFrontReply): number | undefined =>
  countries.find(({ code }) => code === country)?.id

/** @param kind for the browser's autofill: `billing`, `shipping` */
export function renderAddressFields(
  { texts, front }: ShopElement,
  form: Form,
  address: AddressValues | null,
  kind: 'billing' | 'shipping',
  prefix = '',
): TemplateResult {
  const { countries } = front!
  const country = form.value(`${prefix}country_id`, formatId(address?.country_id) || formatId(findDefaultCountry(front!)))
  const chosen = countries.find(({ id }) => String(id) === country)
  const states = chosen?.states ?? []
  const isNameless = form.value(`${prefix}company`, address?.company ?? '').trim() === ''
  const fill = (name: string): string => `${kind} ${name}`
  return html`
    ${form.field({ name: `${prefix}first_name`, label: texts.firstName, value: address?.first_name, autocomplete: fill('given-name') })}
    ${form.field({ name: `${prefix}last_name`, label: texts.lastName, value: address?.last_name, autocomplete: fill('family-name'), isRequired: isNameless })}
    ${form.field({ name: `${prefix}company`, label: texts.company, value: address?.company, autocomplete: fill('organization'), isWide: true })}
    ${form.field({ name: `${prefix}line1`, label: texts.line1, value: address?.line1, autocomplete: fill('address-line1'), isRequired: true, isWide: true })}
    ${form.field({ name: `${prefix}line2`, label: texts.line2, value: address?.line2, autocomplete: fill('address-line2'), isWide: true })}
    ${form.field({ name: `${prefix}zip`, label: texts.zip, value: address?.zip, autocomplete: fill('postal-code'), isShort: true, isRequired: chosen?.uses_postal_code === true })}
    ${form.field({ name: `${prefix}city`, label: texts.city, value: address?.city, autocomplete: fill('address-level2'), isRequired: true, isRest: true })}
    ${form.select({
      name: `${prefix}country_id`,
      label: texts.country,
      value: country,
      autocomplete: fill('country'),
      isRequired: true,
      choices: countries.map(({ id, name }) => [String(id), name] as const),
    })}
    ${
      states.length === 0
        ? nothing
        : form.select({
            name: `${prefix}state_id`,
            label: texts.state,
            value: formatId(address?.state_id),
            autocomplete: fill('address-level1'),
            isRequired: chosen?.requires_state === true,
            choices: states.map(({ id, name }) => [String(id), name] as const),
          })
    }
  `
}

/** The address as text lines. */
export function listAddressLines(address: AddressValues, { countries }: ShopFrontReply): readonly string[] {
  const { company, first_name, last_name, line1, line2, zip, city, country_id, state_id } = address
  const country = countries.find(({ id }) => id === country_id)
  const state = country?.states.find(({ id }) => id === state_id)
  const lines = [company, `${first_name} ${last_name}`, line1, line2, `${zip} ${city}`, state?.name ?? '', country?.name ?? '']
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
