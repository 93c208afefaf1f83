// Arguments that several verbs share.
import type { SelectionInput } from '../engine/program/configuration.js'
import type { ChangeEntry } from '../commerce/configuration/define.js'
import type { ShopperContext } from '../commerce/shopper-context.js'
import { isPlainName, plainNameRule } from '../foundation/property/text.js'
import { boolean } from '../model/properties/boolean.js'
import { join } from '../model/properties/join.js'
import { json } from '../model/properties/json.js'
import { number } from '../model/properties/number.js'
import { emailAddress, string } from '../model/properties/string.js'
import type { UnnamedProperty } from '../foundation/property/kind.js'
import type { UnstoredTyping } from '../foundation/property/typing.js'
import type { PlaceInput } from '../shop/destination.js'
import type { CatalogueOptions } from '../shop/catalogue/define.js'
import { createVatIdField } from '../model/vat-id/fields.js'
import { createAddressArgument, createEntriesContent, selectionKind, tokensContent } from './contents.js'

/** A path argument: the access token of a record. */
export const tokenArgument = (subject: string) => string('Token', { required: true, help: `The token of the ${subject}.` })

/** A path argument: the id of a file, as returned in a reply. */
export const fileArgument = () => string('File', { required: true, help: 'The id of the file.' })

export const recordIdArgument = (subject: string) => number('Id', { required: true, min: 1, help: `The id of the ${subject}.` })

export const productIdArgument = () => join('Product', 'product', { required: true, help: 'It takes the id of a product.' })

export const currencyArgument = (defaultValue = "the store's default currency") =>
  string('Currency', { help: `An ISO 4217 code; ${defaultValue} if left out.` })

/** The shopper's location, as selected by the shopper. */
export const locationArguments = () => ({
  country: string('Country', { help: 'ISO 3166-1 alpha-2 code. Determines taxes and delivery until an address is entered.' }),
  state: string('State', { help: 'The code or the name of a state of the country.' }),
})

export const questionArgument = () =>
  join('Question', 'question', { required: true, help: 'It takes the id of a question of the product.' })

export const calculationsArgument = () =>
  boolean('Calculations', {
    help: "Adds the values of the product's calculations. Requires a token with the scope catalog:read.",
  })

export const pricesArgument = () =>
  boolean('Prices', { help: 'Adds the price of each answer with a calculated price, for these selections.' })

export const fullArgument = () => boolean('Full', { help: 'Returns all questions and answers, not only changed ones.' })

export const selectionsArgument = () =>
  json('Selections', {
    content: createEntriesContent<SelectionInput>({ lists: false }),
    help: "It takes a list of objects with 'question_id' and 'value'.",
  })

export const changesArgument = () =>
  json('Selections', {
    content: createEntriesContent<ChangeEntry>({ lists: true }),
    help: "It takes a list of objects with 'question_id' and 'value'. Optional if another field is sent.",
  })

export const valueArgument = (): UnnamedProperty<null, UnstoredTyping<ChangeEntry['value']>> => ({
  kind: selectionKind,
  label: 'Value',
  help: 'The new selection of the question, as in a change. Null or left out clears it.',
  options: null,
})

export const revisionArgument = () =>
  number('Revision', { min: 1, help: 'The revision of an earlier reply. Refused if another change was made since then.' })

export const quantityArgument = () => number('Quantity', { min: 1, help: 'A whole number from 1 that the product allows.' })

export const noteArgument = () =>
  string('Note', { length: 2_000, lines: true, help: 'A note for the manufacturer. Null removes it.' })

export const lineItemArgument = () =>
  string('Line item', { required: true, length: 500_000, help: 'It takes a line item as it was signed.' })

/** Guests' names are restricted because mails repeat them. */
const createPersonNameArgument = (label: string) =>
  string(label, { form: (text: string) => (isPlainName(text) ? { text } : { refusal: plainNameRule }) })

/** A person's name and company. */
export const personArguments = () => ({
  first_name: createPersonNameArgument('First name'),
  last_name: createPersonNameArgument('Last name'),
  company: createPersonNameArgument('Company'),
})

/** The cart and configurations that a guest keeps after signing in. */
export const guestDataArguments = () => ({
  cart: string('Cart', { help: "The token of the guest's cart." }),
  configurations: json('Configurations', {
    content: tokensContent,
    help: 'Tokens of configurations outside the cart, at most 50.',
  }),
})

export const emailArgument = () => string('E-mail', { required: true, help: 'It takes an e-mail address.' })

/** A password in clear text. Only its hash is stored. */
export const passwordArgument = (help: string) => string('Password', { required: true, help })

/** The catalogue options of a shopper's request. */
export function toCatalogueOptions(
  { shopper, language }: ShopperContext,
  { currency, country, state }: PlaceInput & { readonly currency?: string },
): CatalogueOptions {
  const place = { country, state }
  return { shopper, place, ...(language !== undefined && { language }), ...(currency !== undefined && { currency }) }
}

/** A billing and a delivery address: entered, or chosen from the account's addresses. */
export const addressArguments = () => ({
  billing: createAddressArgument('Billing address'),
  billing_address_id: join('Billing address', 'address', { help: "The id of one of the account's addresses." }),
  delivery: createAddressArgument('Delivery address'),
  delivery_address_id: join('Delivery address', 'address', { help: "The id of one of the account's addresses." }),
})

/** The buyer of a checkout or of a quote for a cart. */
export const contactArguments = () => ({
  email: emailAddress('E-mail'),
  phone: string('Phone'),
  vat_id: createVatIdField(),
  note: noteArgument(),
  ...addressArguments(),
})
