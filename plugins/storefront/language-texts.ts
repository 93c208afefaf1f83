// The shop front's texts on the server, in all languages. A browser loads only the language of its page, compiled.
import { messageFormat, type themeDesign } from '#core/surface.js'
import { textLanguages, catalogFolder } from './text/languages.js'
import type { ConfiguratorTexts, StorefrontPageTexts } from './text/types.js'
import type { ShopTexts } from './text/shop-types.js'
import { findNearestLanguage } from './text-formatter.js'
import { readFileSync } from 'node:fs'

/** The catalogs, in ICU MessageFormat, by the name of the interface of their texts. A browser loads each separately, except the texts of the server's pages. */
export const textCatalogs = {
  StorefrontPageTexts: 'storefront',
  ConfiguratorTexts: 'storefront-configurator',
  DeferredTexts: 'storefront-deferred',
  ShopTexts: 'storefront-shop',
  OrderTexts: 'storefront-order',
  DesignTexts: 'storefront-designs',
  TalkTexts: 'storefront-talk',
} as const

export type TextCatalog = (typeof textCatalogs)[keyof typeof textCatalogs]

type Texts = Readonly<Record<string, string>>

const readFile = (catalog: TextCatalog, language: string): Texts =>
  JSON.parse(readFileSync(new URL(`${catalog}.${language}.json`, catalogFolder), 'utf8')) as Texts

/** The texts of a language. A text that is not translated is in English. */
export function readTextCatalog(catalog: TextCatalog, language: string): Texts {
  return { ...readFile(catalog, textLanguages[0]!), ...readFile(catalog, language) }
}

type Values = Readonly<Record<string, number | string>>

/** A string, or a function if the text has placeholders. */
const createText = (text: string, language: string): string | ((values: Values) => string) =>
  text.includes('{') ? (values) => messageFormat.formatText(text, language, values) : messageFormat.formatText(text, language)

const textsByCatalog = new Map<string, object>()

/** The texts of a catalog in the nearest language that has them. */
export function getTexts<Texts extends object>(catalog: TextCatalog, tag: string): Texts {
  const language = findNearestLanguage(tag, textLanguages)
  const key = `${catalog}.${language}`
  const texts =
    textsByCatalog.get(key) ??
    Object.fromEntries(
      Object.entries(readTextCatalog(catalog, language)).map(([name, text]) => [name, createText(text, language)]),
    )
  textsByCatalog.set(key, texts)
  return texts as Texts
}

/** The texts of cart, account and checkout. */
export const getShopTexts = (tag: string): ShopTexts => getTexts('storefront-shop', tag)

/** The texts of the server's pages. */
export function getStorefrontTexts(tag: string): StorefrontPageTexts & ConfiguratorTexts {
  return { ...getTexts<StorefrontPageTexts>('storefront', tag), ...getTexts<ConfiguratorTexts>('storefront-configurator', tag) }
}

/** The text in the language, else in the first language that has one; '' if there is none. */
export const translateThemeText = (text: themeDesign.ThemeText | undefined, language: string): string =>
  text?.[language] || (Object.values(text ?? {}).find(Boolean) ?? '')
