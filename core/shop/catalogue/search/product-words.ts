// The words of the published products in one language: a vocabulary with normalised spellings, and the ranked search in it.
import { listSpellings, splitWords, hasCompounds } from '../../../foundation/language/words.js'
import { Turn } from '../../../foundation/long-work.js'
import { splitIntoPortions } from '../../../storage/database/dialect.js'
import { editDistance } from '../../../foundation/message.js'

// Compares a word that a shopper has typed with a word of a product.

/** Minimum letters of a word that is searched at the end of compounds. */
const minimumCompoundPart = 4

/** Edits with which a word of this length still matches: 1 for 4 to 7 letters, 2 above. None for words with digits, such as SKUs. */
export function getMaximumEdits(word: string): 0 | 1 | 2 {
  if (/\p{N}/u.test(word)) return 0
  const letters = Array.from(word).length
  return letters >= 8 ? 2 : letters >= 4 ? 1 : 0
}

/** The letters of a word as bits of a number. An edit changes at most two bits. */
function toLetterBits(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

interface WordMatch {
  readonly edits: number
  /** True if only the start or the end of the product's word matches. */
  readonly isPart: boolean
}

/** A typed word, with everything that is needed to compare it with many words. */
interface SearchWord {
  readonly spellings: readonly { readonly text: string; readonly bits: number; readonly edits: number }[]
  /** True for the last word, which the shopper may not have finished. */
  readonly isPrefix: boolean
  readonly isCompoundPart: boolean
}

function createSearchWord(word: string, isPrefix: boolean, language: string): SearchWord {
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
function matchSpelling({ spellings, isPrefix, isCompoundPart }: SearchWord, spelling: string, bits: number): WordMatch | null {
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

/** The searched fields. A match in an earlier one ranks higher. */
const searchedFields = ['title', 'sku', 'description'] as const
type SearchedField = (typeof searchedFields)[number]

/** Maximum words of a query. Further words are ignored. */
export const maximumQueryWords = 10

/** Weights of a rank. A lower rank is better: first fewer typing errors, then the better field, then whole words. */
const editWeight = 10_000
const fieldWeight = 100

/** A word as it is stored with a product: its number in the vocabulary, and two bits for the field. */
const fieldBits = 2
const fieldMask = (1 << fieldBits) - 1

/** A product's texts in one language. */
export interface ProductTexts {
  readonly title: string
  /** Rich text. */
  readonly description: string
  /** Translated facet fields. */
  readonly fields: ReadonlyMap<string, string>
}

interface ProductEntry {
  readonly revision: number
  readonly title: string
  readonly fields: ReadonlyMap<string, string>
  readonly words: Uint32Array
}

/** All words, in lower case, by number. Words are added, but not removed. */
class WordIndex {
  readonly words: string[] = []
  private readonly numbers = new Map<string, number>()
  private readonly spellings: string[] = []
  private readonly spellingBits: number[] = []
  private readonly spellingWords: number[] = []

  number(word: string): number {
    const existing = this.numbers.get(word)
    if (existing !== undefined) return existing
    const number = this.words.push(word) - 1
    this.numbers.set(word, number)
    for (const spelling of listSpellings(word)) {
      this.spellings.push(spelling)
      this.spellingBits.push(toLetterBits(spelling))
      this.spellingWords.push(number)
    }
    return number
  }

  /** The weight of the match of each word; -1 for words that do not match. */
  match(word: SearchWord): Int32Array {
    const weights = new Int32Array(this.words.length).fill(-1)
    for (let at = 0; at < this.spellings.length; at++) {
      const match = matchSpelling(word, this.spellings[at]!, this.spellingBits[at]!)
      if (match === null) continue
      const weight = match.edits * editWeight + (match.isPart ? 1 : 0)
      const number = this.spellingWords[at]!
      if (weights[number]! < 0 || weight < weights[number]!) weights[number] = weight
    }
    return weights
  }
}

/** The text of a rich text, without tags and entities. */
const toSearchedText = (richText: string): string => richText.replace(/<[^<>]*>|&[a-z]+;|&#\d+;/gi, ' ')

/** The words of a SKU, and its letters and digits in one word: `R-1001` is also found as `r1001`. */
function splitSku(sku: string, language: string): readonly string[] {
  const words = splitWords(sku, language)
  return words.length > 1 ? [...words, words.join('')] : words
}

function indexProduct(vocabulary: WordIndex, sku: string, texts: ProductTexts, language: string): Uint32Array {
  const words: Readonly<Record<SearchedField, readonly string[]>> = {
    title: splitWords(texts.title, language),
    sku: splitSku(sku, language),
    description: splitWords(toSearchedText(texts.description), language),
  }
  const fields = new Map<number, number>()
  for (const [field, name] of searchedFields.entries()) {
    for (const word of words[name]) {
      const number = vocabulary.number(word)
      if (!fields.has(number)) fields.set(number, field)
    }
  }
  return Uint32Array.from(fields, ([number, field]) => (number << fieldBits) | field)
}

/** A vocabulary with this many more words than at its creation is created again, without the words of changed and deleted products. */
const maximumAddedWords = 20_000

/** SQLite reads the texts of a query in one step, which must not block the event loop for long. */
const textsPerQuery = 250

/** The products of one language. Immutable, except that `vocabulary` grows. */
export class LanguageIndex {
  private positions: ReadonlyMap<number, number> | null = null

  private constructor(
    readonly language: string,
    readonly entries: ReadonlyMap<number, ProductEntry>,
    readonly vocabulary: WordIndex,
    private readonly firstWords: number,
    /** Products whose order by title is known from the previous index. */
    private readonly knownOrder: readonly number[],
  ) {}

  /**
   * Indexes the products. Products of the previous index with the same revision are not read again.
   * @param loadTexts returns the texts of the products with these ids, which are at most `textsPerQuery`
   */
  static async create(
    language: string,
    products: ReadonlyMap<number, { readonly revision: number; readonly sku: string }>,
    previous: LanguageIndex | null,
    loadTexts: (ids: readonly number[]) => Promise<(id: number) => ProductTexts>,
  ): Promise<LanguageIndex> {
    const hasGrown = previous !== null && previous.vocabulary.words.length > 2 * previous.firstWords + maximumAddedWords
    const base = hasGrown ? null : previous
    const vocabulary = base?.vocabulary ?? new WordIndex()
    const changed = [...products].filter(([id, { revision }]) => base?.entries.get(id)?.revision !== revision)
    const indexed = new Map<number, ProductEntry>()
    const turn = new Turn()
    for (const portion of changed.length === 0 ? [] : splitIntoPortions(changed, textsPerQuery)) {
      const readTexts = await loadTexts(portion.map(([id]) => id))
      for (const [id, { revision, sku }] of portion) {
        const texts = readTexts(id)
        const { title, fields } = texts
        indexed.set(id, { revision, title, fields, words: indexProduct(vocabulary, sku, texts, language) })
        if (turn.isOver) await turn.pause()
      }
    }
    const entries = new Map<number, ProductEntry>()
    for (const id of products.keys()) entries.set(id, indexed.get(id) ?? base!.entries.get(id)!)
    const previousOrder = base?.positions?.keys() ?? base?.knownOrder ?? []
    const knownOrder = [...previousOrder].filter((id) => entries.has(id) && entries.get(id) === base?.entries.get(id))
    return new LanguageIndex(language, entries, vocabulary, base?.firstWords ?? vocabulary.words.length, knownOrder)
  }

  /** The position of each product in the order of the titles. */
  get titlePositions(): ReadonlyMap<number, number> {
    this.positions ??= new Map(this.sortByTitle().map((id, position) => [id, position]))
    return this.positions
  }

  /** Starts from the previous order: comparing texts is slow, and a list that is almost in order needs few comparisons. */
  private sortByTitle(): readonly number[] {
    const { compare } = new Intl.Collator(this.language, { numeric: true })
    const others = new Set(this.entries.keys())
    for (const id of this.knownOrder) others.delete(id)
    const titleOf = (id: number): string => this.entries.get(id)!.title
    return [...this.knownOrder, ...others].sort((a, b) => compare(titleOf(a), titleOf(b)) || a - b)
  }

  /** The rank of each product that matches all words; lower is better. null for a query without words. */
  search(query: string): ReadonlyMap<number, number> | null {
    const words = splitWords(query, this.language).slice(0, maximumQueryWords)
    if (words.length === 0) return null
    const last = words.length - 1
    const isFinished = /\s$/u.test(query)
    const weights = words.map((word, at) =>
      this.vocabulary.match(createSearchWord(word, at === last && !isFinished, this.language)),
    )
    const ranks = new Map<number, number>()
    for (const [id, entry] of this.entries) {
      const rank = computeRank(entry.words, weights)
      if (rank !== null) ranks.set(id, rank)
    }
    return ranks
  }
}

/** The sum of the best matches; null if a word does not match. */
function computeRank(words: Uint32Array, weights: readonly Int32Array[]): number | null {
  let rank = 0
  for (const wordWeights of weights) {
    let best = Infinity
    for (let at = 0; at < words.length; at++) {
      const weight = wordWeights[words[at]! >>> fieldBits] ?? -1
      if (weight < 0) continue
      const withField = weight + (words[at]! & fieldMask) * fieldWeight
      if (withField < best) best = withField
    }
    if (best === Infinity) return null
    rank += best
  }
  return rank
}
