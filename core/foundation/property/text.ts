// Rules for stored texts: allowed characters and length, JSON in text columns, names of guests, texts for true and false.
import { createMessage, createLabel } from '../message.js'
import { Refusal, type Column } from './kind.js'

/** Maximum lengths in characters: the default, and that of long texts. */
export const shortText = 255
export const longText = 65_535

/** Length as in JSON Schema: code points, not UTF-16 units. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit < 0xdc00) count--
  }
  return count
}

type Flaw = 'nul' | 'surrogate' | null

/** Finds characters that databases cannot store: NUL and lone surrogates. A single pass without regular expressions, as it runs for each written field. */
export function findTextFlaw(text: string): Flaw {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0) return 'nul'
    if (unit < 0xd800 || unit > 0xdfff) continue
    const next = text.charCodeAt(i + 1)
    if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return 'surrogate'
    i++
  }
  return null
}

const noRefusals: readonly Refusal[] = Object.freeze([])

/** The reason why a text cannot be stored; empty if it can. Counts code points only if the text might be too long. */
export function validateText(label: string, text: string, max: number): readonly Refusal[] {
  const flaw = findTextFlaw(text)
  if (flaw === 'nul') return [new Refusal(createMessage('fields.nulCharacter', { field: createLabel('field', label) }))]
  if (flaw === 'surrogate') {
    return [new Refusal(createMessage('fields.halfCharacter', { field: createLabel('field', label) }))]
  }
  if (text.length <= max) return noRefusals
  const length = countCharacters(text)
  if (length <= max) return noRefusals
  return [new Refusal(createMessage('fields.textTooLong', { field: createLabel('field', label), most: max, length }), 'TOO_LONG')]
}

export const jsonColumn: Column = { type: 'text', nullable: false }

const maximumDepth = 64
const noJsonRefusals: readonly Refusal[] = []

/** Refuses values that JSON cannot store exactly: invalid texts, rounded numbers, excessive depth. Empty if the value is valid. */
export function validateJson(label: string, value: unknown, depth = 0): readonly Refusal[] {
  if (typeof value === 'string') return validateString(label, value)
  if (typeof value === 'number') {
    if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return noJsonRefusals
    return [new Refusal(createMessage('fields.numberTooLarge', { field: createLabel('field', label) }), 'OUT_OF_RANGE')]
  }
  if (value === null || typeof value === 'boolean') return noJsonRefusals
  if (typeof value !== 'object')
    return [new Refusal(createMessage('fields.jsonRequired', { field: createLabel('field', label) }), 'WRONG_TYPE')]
  if (depth >= maximumDepth)
    return [new Refusal(createMessage('fields.nestedTooDeep', { field: createLabel('field', label), most: maximumDepth }))]
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      const refusals = validateJson(label, item, depth + 1)
      if (refusals.length > 0) return refusals
    }
    return noJsonRefusals
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') return [new Refusal(createMessage('fields.keyNotAllowed', { field: createLabel('field', label) }))]
    const keyRefusals = validateString(label, key)
    if (keyRefusals.length > 0) return keyRefusals
    const refusals = validateJson(label, item, depth + 1)
    if (refusals.length > 0) return refusals
  }
  return noJsonRefusals
}

function validateString(label: string, text: string): readonly Refusal[] {
  const flaw = findTextFlaw(text)
  if (flaw === 'nul') return [new Refusal(createMessage('fields.nulCharacter', { field: createLabel('field', label) }))]
  return flaw === 'surrogate'
    ? [new Refusal(createMessage('fields.halfCharacterSent', { field: createLabel('field', label) }))]
    : noJsonRefusals
}

/** The column text of a structured value. Null and the empty list are stored as ''. */
export function toJsonText(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return JSON.stringify(value)
}

/** The value of a column text; `empty` for ''. */
export function parseJsonText(stored: unknown, empty: unknown): unknown {
  return stored === '' || stored === null || stored === undefined ? empty : JSON.parse(stored as string)
}

const link = /:\/\/|www\./i
/** Control characters and line breaks. In a mail they could start a new header or paragraph. */
const control = /[\p{Cc}\u2028\u2029]/u

/** False for a text with a link, a control character or a line break. Invisible characters do not hide a link. */
export function isPlainName(text: string): boolean {
  return !control.test(text) && !link.test(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
}

export const plainNameRule = createMessage('fields.plainNameRule')

/** The texts for true and false in URLs and forms. */
export const booleanTexts: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

/** Pure ASCII has no accents. This check is cheaper than normalising. */
const isAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

/** `Größe` → `große`, `ÉCLAIR` → `eclair`: decomposed (NFD), without combining marks, in lower case. */
export function foldText(text: string): string {
  return (isAscii(text) ? text : text.normalize('NFD').replace(/\p{M}+/gu, '')).toLowerCase()
}

/** The name of the hidden column with the normalised text of a property. */
export function toFoldedColumnName(name: string): string {
  return `${name}_folded`
}
