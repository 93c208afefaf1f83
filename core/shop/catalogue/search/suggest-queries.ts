// Suggests other queries if a search finds nothing: similar words of the products, and the single words of the query.
import { editDistance } from '../../../foundation/message-values.js'
import { listSpellings, splitWords } from '../../../foundation/language/words.js'
import { type LanguageIndex, maximumQueryWords } from './product-words.js'

const maximumSuggestions = 4
/** Minimum letters of a word for which similar words are suggested. */
const minimumLetters = 4

/** The most similar word of a title, within a third of its letters; null if there is none. */
function findSimilarWord(titleWords: ReadonlySet<string>, word: string): string | null {
  const typed = listSpellings(word)[0]!
  if (typed.length < minimumLetters) return null
  let bound = Math.floor(typed.length / 3)
  let best: string | null = null
  for (const titleWord of titleWords) {
    for (const spelling of listSpellings(titleWord)) {
      const edits = editDistance(typed, spelling, bound)
      if (edits > bound || (best !== null && edits === bound)) continue
      best = titleWord
      bound = edits
    }
  }
  return best
}

/** At most four queries that find products, the most similar first. */
export function suggestQueries(index: LanguageIndex, query: string): readonly string[] {
  const { language } = index
  const words = splitWords(query, language).slice(0, maximumQueryWords)
  const titleWords = new Set([...index.entries.values()].flatMap(({ title }) => splitWords(title, language)))
  const finds = (text: string): boolean => (index.search(`${text} `)?.size ?? 0) > 0
  const replaced = words.map((word) => (finds(word) ? word : (findSimilarWord(titleWords, word) ?? word)))
  const candidates = [replaced.join(' '), ...(words.length > 1 ? replaced : [])]
  return [...new Set(candidates)].filter((text) => text !== words.join(' ') && finds(text)).slice(0, maximumSuggestions)
}
