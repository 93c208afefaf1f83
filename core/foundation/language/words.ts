// Splits texts into words for search, and normalises words so that case, accents and spellings of umlauts do not matter.

/** Letters that have a spelling without the special character, besides the bare letter. */
const expandedLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
}

const replaceLetters = (word: string, letters: Readonly<Record<string, string>>): string =>
  word.replace(/[^\p{ASCII}]/gu, (letter) => letters[letter] ?? letter)

const removeMarks = (word: string): string => word.normalize('NFD').replace(/\p{M}+/gu, '')

const asciiWord = /^[a-z0-9]*$/

/**
 * The normalised spellings of a word in lower case: `größe` → `grosse`, `groesse`. Two words are equal for a search if they share a
 * spelling.
 */
export function listSpellings(word: string): readonly string[] {
  if (asciiWord.test(word)) return [word]
  const composed = word.normalize('NFC')
  const bare = removeMarks(replaceLetters(composed, plainLetters))
  const expanded = removeMarks(replaceLetters(replaceLetters(composed, expandedLetters), plainLetters))
  return bare === expanded ? [bare] : [bare, expanded]
}

/** Scripts that are written without spaces between words. */
const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu

const segmenters = new Map<string, Intl.Segmenter>()
/** Bounds `segmenters`: callers can send any language. */
const maximumSegmenters = 50

function segment(text: string, language: string): readonly string[] {
  let segmenter = segmenters.get(language)
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' })
    if (segmenters.size < maximumSegmenters) segmenters.set(language, segmenter)
  }
  return Array.from(segmenter.segment(text)).flatMap(({ segment: part, isWordLike }) => (isWordLike ? [part] : []))
}

/** The words of a text in lower case, in order: sequences of letters and digits. */
export function splitWords(text: string, language: string): readonly string[] {
  const words: readonly string[] = text.toLowerCase().match(wordPattern) ?? []
  return unspacedScripts.test(text)
    ? words.flatMap((word) => (unspacedScripts.test(word) ? segment(word, language) : [word]))
    : words
}

/** Languages that write compounds as one word, with the main word at its end. */
const compoundLanguages: ReadonlySet<string> = new Set(['da', 'de', 'fi', 'is', 'nb', 'nl', 'nn', 'no', 'sv'])

export const hasCompounds = (language: string): boolean => compoundLanguages.has(language.split('-')[0]!)
