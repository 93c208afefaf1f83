// The optional modules of the configurator that a page needs at once. The server preloads them, and the browser imports them.
import type { ProductReply, ProductView } from '#core/shop/catalogue/define.js'
import type { texts } from './texts/index.js'
import { nearest } from './wording.js'

const ofLanguages = { 'en-GB': 'en-gb', 'de-DE': 'de-de', 'he-IL': 'he-il' } as const satisfies Record<keyof typeof texts, string>
/** Question types that few products use. */
const rare: ReadonlySet<string> = new Set(['Calendar', 'Colorpicker', 'Slider', 'Upload'])

export type LanguagePart = (typeof ofLanguages)[keyof typeof ofLanguages]
/**
 * `fields` draws rare question types. `filing` uploads files. `told` shows notices after an entry. `surroundings` draws the content around
 * the questions. `rich-text` draws formatted texts. `advisor-door` opens the advisor. `outward` (methods and events for the page), `tools`
 * and `picture` load after the first drawing.
 */
export type PartName =
  | LanguagePart
  | `told-${LanguagePart}`
  | (
      | 'advisor-door'
      | 'comparison'
      | 'fields'
      | 'filing'
      | 'outward'
      | 'page-steps'
      | 'page-tabs'
      | 'picture'
      | 'rich-text'
      | 'surroundings'
      | 'told'
      | 'tools'
      | 'why'
    )

/** The file of the language or of the nearest available one, from files named after languages: `shop-de-de` for `de-DE`. */
export function languageFileOf<Name extends string>(files: Readonly<Record<Name, unknown>>, tag: string): Name {
  const wanted = ofLanguages[nearest(tag, ofLanguages)]
  return (Object.keys(files) as Name[]).find((name) => name.endsWith(wanted))!
}

export function languagePart(tag: string): LanguagePart {
  return ofLanguages[nearest(tag, ofLanguages)]
}

/** True if the module `fields` draws the type. Not every page loads it. */
export function isRare(type: string): boolean {
  return rare.has(type)
}

/** The module that draws one page at a time: tabs, or steps if a page can block the next; null: all pages in one column. */
export function pagedBy({ page_nav_block_on_missing, page_nav_tabs, pages }: ProductView): 'page-steps' | 'page-tabs' | null {
  if (pages.length < 2) return null
  return page_nav_tabs ? 'page-tabs' : page_nav_block_on_missing ? 'page-steps' : null
}

export function hasSurroundings({ product }: ProductReply): boolean {
  const { detail_panes, examples, image, longdescription, visualization_image } = product
  return detail_panes.length + examples.length > 0 || longdescription !== '' || (visualization_image ?? image) !== null
}

/** Whether a text contains markup, which `rich-text` draws. */
export function isFormatted(text: string): boolean {
  return /[<&]/.test(text)
}

/** The modules of a product's page, the language first. */
export function partsOf(catalogue: ProductReply): readonly PartName[] {
  const { shop, product } = catalogue
  const types = product.pages.flatMap((page) => page.questions.map((question) => question.question_type))
  const fields = types.some(isRare) ? (['fields'] as const) : []
  const around = hasSurroundings(catalogue) ? (['surroundings'] as const) : []
  const rich = isFormatted(JSON.stringify(product)) ? (['rich-text'] as const) : []
  const paging = pagedBy(product)
  const language = languagePart(shop.language)
  const paged = paging === null ? [] : [paging]
  return [language, ...around, ...paged, ...rich, ...fields]
}
