// What every stored text must be, whatever kind holds it: no NUL, no lone surrogates, not longer than its column.
import { Refusal } from './kind.js'

/** Characters of a field where nothing else is said, and of long texts (domain §1). */
export const shortText = 255
export const longText = 65_535

/** Length in characters as JSON Schema counts them: code points, not UTF-16 units. */
export function characters(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit < 0xdc00) count--
  }
  return count
}

/** Why a text cannot be stored under the field's label; empty if it can. Counts only where the text could be too long. */
export function judgeText(label: string, text: string, max: number): readonly Refusal[] {
  if (text.includes('\u0000')) return [new Refusal(`Field ${label} takes no NUL characters.`)]
  if (/\p{Surrogate}/u.test(text))
    return [new Refusal(`Field ${label} takes whole characters only; this text has half of a surrogate pair.`)]
  const length = text.length > max ? characters(text) : text.length
  if (length > max) return [new Refusal(`Field ${label} takes at most ${max} characters; this text has ${length}.`, 'TOO_LONG')]
  return []
}
