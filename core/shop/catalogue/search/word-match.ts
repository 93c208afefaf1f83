// Compares a word that a shopper has typed with a word of a product.
import { editDistance } from '../../../foundation/message-values.js'
import { hasCompounds, listSpellings } from '../../../foundation/language/words.js'

/** Minimum letters of a word that is searched at the end of compounds. */
const minimumCompoundPart = 4

/** Edits with which a word of this length still matches: 1 for 4 to 7 letters, 2 above. None for words with digits, such as SKUs. */
export function getMaximumEdits(word: string): 0 | 1 | 2 {
  if (/\p{N}/u.test(word)) return 0
  const letters = Array.from(word).length
  return letters >= 8 ? 2 : letters >= 4 ? 1 : 0
}

/** The letters of a word as bits of a number. An edit changes at most two bits. */
export function toLetterBits(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

export interface WordMatch {
  readonly edits: number
  /** True if only the start or the end of the product's word matches. */
  readonly isPart: boolean
}

/** A typed word, with everything that is needed to compare it with many words. */
export interface SearchWord {
  readonly spellings: readonly { readonly text: string; readonly bits: number; readonly edits: number }[]
  /** True for the last word, which the shopper may not have finished. */
  readonly isPrefix: boolean
  readonly isCompoundPart: boolean
}

export function createSearchWord(word: string, isPrefix: boolean, language: string): SearchWord {
  const spellings = listSpellings(word)
  const edits = getMaximumEdits(spellings[0]!)
  return {
    spellings: spellings.map((text) => ({ text, bits: toLetterBits(text), edits })),
    isPrefix,
    isCompoundPart: hasCompounds(language) && spellings[0]!.length >= minimumCompoundPart,
  }
}

const exactMatch: WordMatch = { edits: 0, isPart: false }
const partialMatch: WordMatch = { edits: 0, isPart: true }

/**
 * Compares with a normalised spelling of a product's word; null if it does not match.
 * @param bits from `toLetterBits`
 */
export function matchSpelling(
  { spellings, isPrefix, isCompoundPart }: SearchWord,
  spelling: string,
  bits: number,
): WordMatch | null {
  let least: WordMatch | null = null
  for (const typed of spellings) {
    if (typed.text === spelling) return exactMatch
    if ((isPrefix && spelling.startsWith(typed.text)) || (isCompoundPart && spelling.endsWith(typed.text))) least = partialMatch
    if (least?.edits === 0 || typed.edits === 0) continue
    if (Math.abs(typed.text.length - spelling.length) > typed.edits) continue
    if (countBits(typed.bits ^ bits) > 2 * typed.edits) continue
    const edits = editDistance(typed.text, spelling, typed.edits)
    if (edits <= typed.edits && edits < (least?.edits ?? Infinity)) least = { edits, isPart: false }
  }
  return least
}
