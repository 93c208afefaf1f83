// Checkout addresses, entered by the shopper or stored in an account, and validated like account addresses.
import { createIssue, type Issue, NotFoundError, ValidationError } from '../../foundation/errors.js'
import { isPlainName } from '../../foundation/property/text.js'
import { suggestName, createMessage, getMessage } from '../../foundation/message.js'
import { address as addressEntity } from '../../model/entities/customers/address.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { createShopIssue } from '../../shop/language.js'
import type { ServiceContext } from '../../storage/service-context.js'
import {
  fillCustomerName,
  readAddress,
  listUsableAddresses,
  ownerFields,
  addressTextFields,
  toAddressFields,
} from '../account/addresses.js'
import { findMissingFields, isClosedCountry } from '../../shop/destination.js'
import { type AddressTexts, placeKeys } from '../document/define.js'
import type { ShopperContext } from '../shopper-context.js'
import type { AddressInput, SubmittedAddresses } from './define.js'
import { toAddressTexts } from '../document/rows.js'

export type AddressKind = 'billing' | 'delivery'

/** The fields of the entity that an order stores. */
export const orderAddressFields = [...addressTextFields, ...placeKeys] as const satisfies readonly (keyof RecordOf<
  typeof addressEntity
>)[]

type AccountAddressFields = Pick<RecordOf<typeof addressEntity>, (typeof orderAddressFields)[number]>

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

/** Guests can order with any e-mail address, and the mails repeat their input: links would allow spam. */
function findGuestLinks(shopperContext: ShopperContext, input: AddressInput, language: string): readonly Issue[] {
  if (shopperContext.shopper.customerId !== null) return []
  const { registry } = shopperContext.context
  const message = createMessage('shop.plainTextNeeded')
  const isWrong = (name: string): boolean => typeof input[name] === 'string' && !isPlainName(input[name])
  return addressTextFields.filter(isWrong).map((field) => createShopIssue(registry, language, field, message, 'NOT_PLAIN'))
}

/** The submitted address of this kind; null if there is none. ValidationError on its fields, and if both fields and an id were submitted. */
export async function validateSubmittedAddress(
  shopperContext: ShopperContext,
  kind: AddressKind,
  input: SubmittedAddresses,
  language: string,
): Promise<AddressTexts | null> {
  const [fields, id] = [input[kind], input[`${kind}_address_id`]]
  if (fields !== undefined && id !== undefined) {
    throw ValidationError.of(kind, createMessage('shop.eitherNotBoth', { first: kind, second: `${kind}_address_id` }))
  }
  if (fields) return validateEnteredAddress(shopperContext, kind, fields, language)
  return id === undefined ? null : validateStoredAddress(shopperContext, kind, id, language)
}

/** Validates an address by the entity's rules and the needs of an order. ValidationError on the fields below `kind`. */
async function validateEnteredAddress(
  shopperContext: ShopperContext,
  kind: AddressKind,
  input: AddressInput,
  language: string,
): Promise<AddressTexts> {
  const missing = await findMissingFields(shopperContext, toAddressFields(input), language)
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
async function validateStoredAddress(
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
