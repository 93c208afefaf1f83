// Which parts of the configurator a page needs from the beginning: the server names them in the page, and the browser loads them.
import type { ProductReply, ProductView } from '#core/shop/catalogue/define.js'
import type { texts } from './texts/index.js'
import { nearest } from './wording.js'

const ofLanguages = { 'en-GB': 'en-gb', 'de-DE': 'de-de', 'he-IL': 'he-il' } as const satisfies Record<keyof typeof texts, string>
/** Question types that few products have. */
const rare: ReadonlySet<string> = new Set(['Calendar', 'Colorpicker', 'Slider', 'Upload'])

export type LanguagePart = (typeof ofLanguages)[keyof typeof ofLanguages]
/**
 * `fields` draws rarer question types, `filing` sends files, `told` is what a shopper is told after an entry, `surroundings` what stands around the
 * questions; `rich-text` formatted texts; `advisor-door` leads to the advisor; `outward`, what the page around hears, `tools` and `picture` come after the first drawing.
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

/** Of files that are named after languages, that of a language or of the one nearest to it: `shop-de-de` of `de-DE`. */
export function languageFileOf<Name extends string>(files: Readonly<Record<Name, unknown>>, tag: string): Name {
  const wanted = ofLanguages[nearest(tag, ofLanguages)]
  return (Object.keys(files) as Name[]).find((name) => name.endsWith(wanted))!
}

export function languagePart(tag: string): LanguagePart {
  return ofLanguages[nearest(tag, ofLanguages)]
}

/** True where the part `fields` draws it: not every page can. */
export function isRare(type: string): boolean {
  return rare.has(type)
}

/** What draws the product's pages one at a time: as tabs, or as steps where one holds back the next; null: they stand one below the other. */
export function pagedBy({ page_nav_block_on_missing, page_nav_tabs, pages }: ProductView): 'page-steps' | 'page-tabs' | null {
  if (pages.length < 2) return null
  return page_nav_tabs ? 'page-tabs' : page_nav_block_on_missing ? 'page-steps' : null
}

export function hasSurroundings({ product }: ProductReply): boolean {
  const { detail_panes, examples, image, longdescription, visualization_image } = product
  return detail_panes.length + examples.length > 0 || longdescription !== '' || (visualization_image ?? image) !== null
}

/** Whether a text is written in marks, which `rich-text` draws. */
export function isFormatted(text: string): boolean {
  return /[<&]/.test(text)
}

/** The parts of a product's page, its language's first. */
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
