// Finds the texts of messages in all languages: catalogs that plugins contribute first, then the files in messages/.
import { readdirSync, readFileSync } from 'node:fs'
import { englishCatalogs } from './english-catalogs.js'
import type { MessageContribution } from './message.js'
import type { MessageCatalogs } from './message-format.js'

type Catalog = Readonly<Record<string, string>>

const folder = new URL('../../messages/', import.meta.url)

let names: ReadonlySet<string> | undefined
const listFileNames = (): ReadonlySet<string> => (names ??= new Set(readdirSync(folder)))
const files = new Map<string, Catalog>()

/** Reads `messages/<area>.<language>.json` on first use; undefined if there is no such file. */
function readCatalog(area: string, language: string): Catalog | undefined {
  const name = `${area}.${language}.json`
  const cached = files.get(name)
  if (cached) return cached
  if (!listFileNames().has(name)) return undefined
  const catalog = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Catalog
  files.set(name, catalog)
  return catalog
}

const findText = (catalog: Catalog | undefined, name: string): string | undefined =>
  catalog !== undefined && Object.hasOwn(catalog, name) ? catalog[name] : undefined

/** The catalogs of a language, the most specific one first: `de-AT`, then `de`. */
function listTags(language: string): readonly string[] {
  const primary = language.split('-')[0]!
  return primary === language ? [language] : [language, primary]
}

/** A text of a regional language (`de-AT`) takes precedence over its primary language (`de`); earlier contributions over later ones. */
export function createMessageCatalogs(contributed: readonly MessageContribution[] = []): MessageCatalogs {
  return {
    find(key, language) {
      const dot = key.indexOf('.')
      const area = key.slice(0, dot)
      const name = key.slice(dot + 1)
      for (const tag of listTags(language)) {
        for (const contribution of contributed) {
          const text = findText(contribution[area]?.[tag], name)
          if (text !== undefined) return text
        }
        // English is built in: message-format.ts.
        const text = tag === 'en' ? undefined : findText(readCatalog(area, tag), name)
        if (text !== undefined) return text
      }
      return undefined
    },
    has: (language) =>
      listTags(language).some(
        (tag) =>
          listFileNames().has(`shop.${tag}.json`) ||
          contributed.some((areas) => Object.values(areas).some((texts) => Object.hasOwn(texts, tag))),
      ),
  }
}

/**
 * The language of a terminal: of the first of LC_ALL, LC_MESSAGES and LANG that is set, as in `de_DE.UTF-8`. English if there are no messages
 * in it.
 */
export function findTerminalLanguage(
  { LC_ALL, LC_MESSAGES, LANG }: Readonly<Record<string, string | undefined>>,
  catalogs: MessageCatalogs,
): string {
  const [language = 'en'] = /^[a-z]{2,3}(?=[_.@]|$)/.exec(LC_ALL || LC_MESSAGES || LANG || '') ?? []
  return catalogs.find('commands.seeHelp', language) === undefined ? 'en' : language
}

/** The areas of messages that shoppers read. */
const shopperAreas = ['advisor', 'documents', 'payments', 'shop', 'stock'] as const

/**
 * The texts of the messages that shoppers read, by key, and of all messages of plugins. A text without a translation is
 * translated like an equal English sentence of `translations`, and is in English if there is none.
 */
export function listShopperTexts(
  catalogs: MessageCatalogs,
  contributed: readonly MessageContribution[],
  language: string,
  translations: MessageTexts = {},
): MessageTexts {
  const own = shopperAreas.map((area): readonly [string, Catalog] => [area, englishCatalogs[area]])
  const further = contributed.flatMap((areas) => Object.entries(areas).map(([area, texts]) => [area, texts['en'] ?? {}] as const))
  return Object.fromEntries(
    [...own, ...further].flatMap(([area, english]) =>
      Object.entries(english).map(([name, text]) => {
        const key = `${area}.${name}`
        return [key, catalogs.find(key, language) ?? findText(translations, text) ?? text]
      }),
    ),
  )
}

/** Translations by English sentence, with the same placeholders. */
export type MessageTexts = Readonly<Record<string, string>>

/** Translations by language: a primary subtag (`de`), or a whole tag (`de-AT`) for regional differences. */
export type Translations = Readonly<Record<string, MessageTexts>>

/** The placeholder names of a sentence, sorted. */
export function findPlaceholders(sentence: string): readonly string[] {
  const names: string[] = []
  for (let open = sentence.indexOf('{'); open >= 0; open = sentence.indexOf('{', open + 1)) {
    const close = sentence.indexOf('}', open)
    if (close > open) names.push(sentence.slice(open + 1, close))
  }
  return names.sort()
}

/** Merges translations; earlier entries take precedence. Returns a function with all sentences of a language tag. */
export function mergeTranslations(sources: readonly Translations[]): (tag: string) => MessageTexts {
  const byLanguage = new Map<string, Record<string, string>>()
  for (const [language, sentences] of sources.flatMap((source) => Object.entries(source))) {
    byLanguage.set(language, { ...sentences, ...byLanguage.get(language) })
  }
  const byTag = new Map<string, MessageTexts>()
  return (tag) => {
    const cached = byTag.get(tag)
    if (cached) return cached
    const sentences = Object.freeze({ ...byLanguage.get(tag.split('-')[0] ?? tag), ...byLanguage.get(tag) })
    byTag.set(tag, sentences)
    return sentences
  }
}
