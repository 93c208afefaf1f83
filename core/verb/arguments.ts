// Arguments that several verbs take.
import type { SelectionInput } from '../engine/program/configure.js'
import type { ChangeEntry } from '../commerce/configuration/define.js'
import type { Visit } from '../commerce/visit.js'
import { isPlainName, plainNameRule } from '../ground/guest-text.js'
import { boolean } from '../model/properties/boolean.js'
import { join } from '../model/properties/join.js'
import { json } from '../model/properties/json.js'
import { number } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'
import type { UnnamedProperty } from '../ground/property/kind.js'
import type { UnstoredTyping } from '../ground/property/typing.js'
import type { PlaceInput } from '../shop/place.js'
import type { CatalogueOptions } from '../shop/catalogue/define.js'
import { entriesContent, selectionKind, tokensContent } from './contents.js'

/** In a path: the only key to what it names. */
export const tokenArgument = (what: string) => string('Token', { required: true, help: `The token of the ${what}.` })

/** In a path: a file by the id that a reply told. */
export const fileArgument = () => string('File', { required: true, help: 'The id of the file.' })

export const idArgument = (what: string) => number('Id', { required: true, min: 1, help: `The id of the ${what}.` })

export const productArgument = () => join('Product', 'product', { required: true, help: 'It takes the id of a product.' })

export const currencyArgument = (leftOut = "the store's default currency") =>
  string('Currency', { help: `An ISO 4217 code; ${leftOut} if left out.` })

/** Where a shopper says that he is. */
export const placeArguments = () => ({
  country: string('Country', { help: 'ISO 3166-1 alpha-2: decides on taxes and delivery while there is no address.' }),
  state: string('State', { help: 'The code or the name of a state of the country.' }),
})

export const questionArgument = () =>
  join('Question', 'question', { required: true, help: 'It takes the id of a question of the product.' })

export const calculationsArgument = () =>
  boolean('Calculations', { help: "Adds the values of the product's calculations; needs a token that may read the catalogue." })

export const pricesArgument = () =>
  boolean('Prices', { help: 'Adds what each answer with a calculated price costs with these selections.' })

export const fullArgument = () => boolean('Full', { help: 'Returns every question and answer, not only those that changed.' })

export const selectionsArgument = () =>
  json('Selections', {
    content: entriesContent<SelectionInput>({ lists: false }),
    help: "It takes a list of objects with 'question_id' and 'value'.",
  })

export const changesArgument = () =>
  json('Selections', {
    content: entriesContent<ChangeEntry>({ lists: true }),
    help: "It takes a list of objects with 'question_id' and 'value'; may be left out where another field is sent.",
  })

export const valueArgument = (): UnnamedProperty<null, UnstoredTyping<ChangeEntry['value']>> => ({
  kind: selectionKind,
  label: 'Value',
  help: 'What the question is to hold, as in a change; left out or null, it is cleared.',
  options: null,
})

export const revisionArgument = () =>
  number('Revision', { min: 1, help: 'Of an earlier reply: refused where another change came first.' })

export const quantityArgument = () => number('Quantity', { min: 1, help: 'A whole number from 1 that the product allows.' })

export const noteArgument = () => string('Note', { length: 2_000, lines: true, help: 'For whoever makes it; null removes it.' })

export const lineItemArgument = () =>
  string('Line item', { required: true, length: 500_000, help: 'It takes a line item as it was signed.' })

/** Mails repeat what guests write. */
const person = (label: string) =>
  string(label, { form: (text: string) => (isPlainName(text) ? { text } : { refusal: plainNameRule }) })

/** What people tell of themselves. */
export const personArguments = () => ({
  first_name: person('First name'),
  last_name: person('Last name'),
  company: person('Company'),
})

/** What a guest has begun, and takes along when he signs in. */
export const alongArguments = () => ({
  cart: string('Cart', { help: 'The token of his cart.' }),
  configurations: json('Configurations', {
    content: tokensContent,
    help: 'Tokens of configurations that are in no cart, at most 50.',
  }),
})

export const emailArgument = () => string('E-mail', { required: true, help: 'It takes an e-mail address.' })

/** In clear text; only its hash is kept. */
export const passwordArgument = (help: string) => string('Password', { required: true, help })

/** What the catalogue is asked in a visitor's name. */
export function asked(
  { shopper, language }: Visit,
  { currency, country, state }: PlaceInput & { readonly currency?: string },
): CatalogueOptions {
  const place = { country, state }
  return { shopper, place, ...(language !== undefined && { language }), ...(currency !== undefined && { currency }) }
}
