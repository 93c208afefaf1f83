// Rules for all stored texts: no NUL, no lone surrogates, limited length.
import { createLabel, createMessage } from '../message.js'
import { Refusal } from './kind.js'

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
