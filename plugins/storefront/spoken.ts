// The shop front's texts by language, all of them: for the server. The configurator loads those of its page.
import type { ShopTexts } from './shop-text.js'
import type { PageTexts, Texts } from './text.js'
import { texts } from './texts/index.js'
import { nearest } from './wording.js'

/** What cart, account and checkout say, in the same language. */
export const shopTextsFor = (tag: string): ShopTexts => texts[nearest(tag, texts)].shopTexts

/** The texts of the tag, else of a language with the same primary subtag, else the first there are. */
export function textsFor(tag: string): PageTexts & Texts {
  const { pageTexts, texts: own } = texts[nearest(tag, texts)]
  return { ...pageTexts, ...own }
}
