// The shop front's texts in all languages, for the server. The configurator loads only the language of its page.
import type { ShopTexts } from './shop-text.js'
import type { PageTexts, Texts } from './text.js'
import { texts } from './texts/index.js'
import { nearest } from './wording.js'

/** The texts of cart, account and checkout. */
export const shopTextsFor = (tag: string): ShopTexts => texts[nearest(tag, texts)].shopTexts

/** The texts of the language tag, or else of a language with the same primary subtag, or else of the fallback language. */
export function textsFor(tag: string): PageTexts & Texts {
  const { pageTexts, texts: own } = texts[nearest(tag, texts)]
  return { ...pageTexts, ...own }
}
