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

type Flaw = 'nul' | 'surrogate' | null

/** What no database keeps as it is: NUL and halves of surrogate pairs. One pass over the UTF-16 units: a call per field and write, so no pattern and no copy. */
export function flawOf(text: string): Flaw {
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

const sound: readonly Refusal[] = Object.freeze([])

/** Why a text cannot be stored under the field's label; empty if it can. Counts only where the text could be too long. */
export function judgeText(label: string, text: string, max: number): readonly Refusal[] {
  const flaw = flawOf(text)
  if (flaw === 'nul') return [new Refusal(`Field ${label} takes no NUL characters.`)]
  if (flaw === 'surrogate') {
    return [new Refusal(`Field ${label} takes whole characters only; this text has half of a surrogate pair.`)]
  }
  if (text.length <= max) return sound
  const length = characters(text)
  if (length <= max) return sound
  return [new Refusal(`Field ${label} takes at most ${max} characters; this text has ${length}.`, 'TOO_LONG')]
}
