// Wording that this project replaces: phrases in prose, words in names, and long sentences in documents, counted per area.
import { basename } from 'node:path'
import { listFilesBelow, readRepositoryFile } from '../support/repository.js'

/** A phrase to replace in comments, texts and documents, with its replacement. */
export const phrases: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\bwho(m|se)?(so)?ever\b/gi, 'name the actor: the caller, the customer, the server'],
  [/\b(nobody|somebody|everybody)\b/gi, 'name the actor, or use "no user"'],
  [/\b(he|him|his|she)\b(?!-[A-Z]|[':]|\.json)/g, 'they, them, their'],
  [/\bwhat (is|are|was|were|has|have|had|it|they|people|nobody|somebody|the|a|an)\b/gi, 'use the noun'],
  [/\b(those|the ones?) (that|who|which|of)\b/gi, 'use the noun'],
  [/\b(is|are|was|were|be|been) told\b/gi, 'is reported, is returned, receives'],
  [/\btells?\b/gi, 'reports, returns, shows'],
  [/\bsays? (so|what|how|where)\b/gi, 'reports, shows, names'],
  [/\bstands?\b(?! (for|alone|out)\b)/g, 'is, exists, is stored'],
  [/\b(lies|lay|lain)\b/gi, 'is stored, is located'],
  [/\b(whither|whence|anew|meanwhile)\b/gi, 'to where, from where, again, at the same time'],
  [/\bin the place of\b/gi, 'instead of'],
  [/\bas long as\b/gi, 'while, if'],
  [/\bbeside\b/gi, 'next to, in addition to'],
  [/\b(by itself|of itself)\b/gi, 'automatically, alone'],
  [/\bcomes? to\b/gi, 'totals, results in'],
  [/\bgo(es)? (on|along|by|round)\b/gi, 'continues, accompanies'],
  [/\blets? (go|in|through|out)\b/gi, 'releases, accepts, allows'],
  [/\b(keeps?|held) to\b/gi, 'follows, obeys'],
  [/\b(for good|for ever)\b/gi, 'permanently'],
  [/\b(deeds?|shelf|shelves|storeys?|leavings|reckons?|grams?)\b/gi, 'see docs/contributing/glossary.md'],
  [
    /\b(is|are|was|were) (asked|taken|given|meant|kept|held) (of|from|by|for|to|in|at|back|up|as)\b/gi,
    'active voice, with the actor',
  ],
  [/\b(nothing|none) of (it|them|that|this)\b/gi, 'use the noun'],
]

/** Words that no name of a type, a function, a constant or a file may contain. */
export const privateWords: ReadonlySet<string> = new Set(
  (
    'held hold holds kept keeps told tells said says asked asks given gives meant standing stands stood known knows found shown named ' +
    'taken takes seen wanted wants wishes beside behind meanwhile together anew once later left gone moved pare pared deed deeds reckon ' +
    'leavings learnt barred bars whose whom who whither concerned visit moment desk gram grams twin examination judge judged figures ' +
    'shelf storey spared sparing marked spoken worded drawn begun ended'
  ).split(' '),
)

/** The maximum number of words in a sentence of a document. */
export const longestSentence = 28

export interface Counts {
  /** Phrases to replace. */
  readonly phrases: number
  /** Names with a private word. */
  readonly names: number
  /** Sentences of documents with more than 28 words. */
  readonly sentences: number
}

export interface Place {
  readonly path: string
  readonly kind: keyof Counts
  readonly text: string
  readonly instead: string
}

/** Excluded: texts in other languages, data, and the wording lists themselves. */
const skipped = /(^|\/)(translations|texts|sentences|data|fixtures|locales?)\/|^test\/conformance\/(wording|plain-english)/

const wordsIn = (text: string): number => text.match(/[A-Za-z][A-Za-z'’-]*/g)?.length ?? 0

/** The area of a file; ceilings belong to areas. */
export function areaOf(path: string): string {
  const parts = path.split('/')
  return parts.slice(0, /^(core|plugins|test)\//.test(path) && parts.length > 2 ? 2 : 1).join('/')
}

/** The prose of a Markdown page without code, or the comments and sentences of a source file. */
export function proseOf(path: string, text: string): readonly string[] {
  if (path.endsWith('.md')) {
    return [
      text
        .replace(/^```[^]*?^```/gm, '')
        .replace(/`[^`\n]*`/g, '')
        .replace(/\]\([^)]*\)/g, ']'),
    ]
  }
  const comments = [...text.matchAll(/\/\*[^]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g)].map(([comment]) =>
    comment.replace(/`[^`\n]*`/g, ''),
  )
  const strings = [...text.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , inner = '']) =>
    inner.replace(/\$\{[^}]*\}/g, ''),
  )
  return [...comments, ...strings.filter((inner) => wordsIn(inner) >= 4)]
}

/** The name of a source file, and the names of the types, classes, functions and constants that it exports. */
export function namesOf(path: string, text: string): readonly string[] {
  if (path.endsWith('.md')) return []
  const declared = text.matchAll(/^export (?:abstract |async )?(?:type|interface|class|function|const|enum)\*? ([\w$]+)/gm)
  return [basename(path).replace(/(\.test)?\.\w+$/, ''), ...[...declared].map(([, name = '']) => name)]
}

const partsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)

/** Every place of a file with wording to replace. */
export function placesIn(path: string, text: string): readonly Place[] {
  const prose = proseOf(path, text)
  const problems = prose.flatMap((part) =>
    phrases.flatMap(([pattern, instead]) =>
      [...part.matchAll(pattern)].map(({ index }) => ({
        path,
        kind: 'phrases' as const,
        text: part
          .slice(Math.max(0, index - 30), index + 40)
          .replace(/\s+/g, ' ')
          .trim(),
        instead,
      })),
    ),
  )
  const names = namesOf(path, text)
    .filter((name) => partsOf(name).some((part) => privateWords.has(part)))
    .map((name) => ({ path, kind: 'names' as const, text: name, instead: 'a noun for a type, verb + object for a function' }))
  const long = (path.endsWith('.md') ? prose : [])
    .flatMap((part) => part.split(/[.!?:]\s|\n\s*\n|\n\s*[-*\d|]|\|/))
    .filter((sentence) => wordsIn(sentence) > longestSentence)
    .map((sentence) => ({
      path,
      kind: 'sentences' as const,
      text: sentence.replace(/\s+/g, ' ').trim().slice(0, 70),
      instead: 'split the sentence',
    }))
  return [...problems, ...names, ...long]
}

/** Every place in the repository. */
export function allPlaces(): readonly Place[] {
  const isAuthored = (path: string): boolean =>
    /\.(ts|tsx|js|mjs|md)$/.test(path) && !path.endsWith('.d.ts') && !skipped.test(path)
  return listFilesBelow('')
    .filter(isAuthored)
    .flatMap((path) => placesIn(path, readRepositoryFile(path)))
}

/** The counts of each area, in name order. */
export function countByArea(places: readonly Place[]): ReadonlyMap<string, Counts> {
  const counts = new Map<string, Record<keyof Counts, number>>()
  for (const { path, kind } of places) {
    const area = areaOf(path)
    const count = counts.get(area) ?? { phrases: 0, names: 0, sentences: 0 }
    count[kind]++
    counts.set(area, count)
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}
