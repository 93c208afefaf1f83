// The shop front's texts in all languages, for the server. The configurator loads only the language of its page.
import type { ShopTexts } from './shop-text.js'
import type { StorefrontPageTexts, ConfiguratorTexts } from './text.js'
import { texts } from './texts/index.js'
import { findNearestLanguage } from './text-formatter.js'

/** The texts of cart, account and checkout. */
export const getShopTexts = (tag: string): ShopTexts => texts[findNearestLanguage(tag, texts)].shopTexts

/** The texts of the language tag, or else of a language with the same primary subtag, or else of the fallback language. */
export function getStorefrontTexts(tag: string): StorefrontPageTexts & ConfiguratorTexts {
  const { pageTexts, texts: own } = texts[findNearestLanguage(tag, texts)]
  return { ...pageTexts, ...own }
}
