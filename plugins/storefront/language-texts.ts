// The shop front's texts on the server, in all languages. A browser loads only the language of its page, compiled.
import { messageFormat, type themeDesign } from '#core/surface.js'
import { readTextCatalog, type TextCatalog } from './text/catalog.js'
import { textLanguages } from './text/languages.js'
import type { ConfiguratorTexts, StorefrontPageTexts } from './text/types.js'
import type { ShopTexts } from './text/shop-types.js'
import { findNearestLanguage } from './text-formatter.js'

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
