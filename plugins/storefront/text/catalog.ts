// The catalogs of the shop front's texts: texts in ICU MessageFormat, one file per catalog and language.
import { readFileSync } from 'node:fs'
import { catalogFolder, textLanguages } from './languages.js'

/** The catalogs, by the name of the interface of their texts. A browser loads each separately, except the texts of the server's pages. */
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
