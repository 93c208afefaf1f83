// The optional modules of the configurator that a page needs at once. The server preloads them, and the browser imports them.
import type { ProductReply, ProductView } from '#core/surface.js'
import { textLanguages } from './text/languages.js'
import { findNearestLanguage } from './text-formatter.js'

/** Question types that few products use. */
const rareTypes: ReadonlySet<string> = new Set(['Calendar', 'Colorpicker', 'Slider', 'Upload'])

/** The scripts with the texts of one language. */
export type TextPart<Catalog extends string> = `texts-${Catalog}-${string}`

/**
 * `texts-deferred-…` has the texts of all parts that load after the first drawing. `fields` draws rare question types. `filing` uploads files. `notice-blocks` shows notices after an entry. `surroundings` draws the content around
 * the questions. `rich-text` draws formatted texts. `advisor-door` opens the advisor. `gallery` draws the further pictures of a product. `configurator-api` (methods and events for the page), `tools`
 * and `picture` load after the first drawing.
 */
export type PartName =
  | TextPart<'configurator'>
  | TextPart<'deferred'>
  | 'advisor-door'
  | 'comparison'
  | 'fields'
  | 'filing'
  | 'gallery'
  | 'configurator-api'
  | 'page-steps'
  | 'page-tabs'
  | 'picture'
  | 'rich-text'
  | 'surroundings'
  | 'notice-blocks'
  | 'tools'
  | 'why'

/** The script with the texts of a catalog in the language of the tag, or in the nearest available one. */
export function getTextPart<Catalog extends string>(catalog: Catalog, tag: string): TextPart<Catalog> {
  return `texts-${catalog}-${findNearestLanguage(tag, textLanguages)}`
}

/** True if the module `fields` draws the type. Not every page loads it. */
export function isRareType(type: string): boolean {
  return rareTypes.has(type)
}

/** The module that draws one page at a time: tabs, or steps if a page can block the next; null: all pages in one column. */
export function findPagingPart({
  page_nav_block_on_missing,
  page_nav_tabs,
  pages,
}: ProductView): 'page-steps' | 'page-tabs' | null {
  if (pages.length < 2) return null
  return page_nav_tabs ? 'page-tabs' : page_nav_block_on_missing ? 'page-steps' : null
}

export function hasSurroundings({ product }: ProductReply): boolean {
  const { detail_panes, examples, gallery, image, longdescription, visualization_image } = product
  return (
    detail_panes.length + examples.length + gallery.length > 0 ||
    longdescription !== '' ||
    (visualization_image ?? image) !== null
  )
}

/** Whether a text contains markup, which `rich-text` draws. */
export function containsMarkup(text: string): boolean {
  return /[<&]/.test(text)
}

/** The modules of a product's page, the language first. */
export function listPageParts(catalogue: ProductReply): readonly PartName[] {
  const { shop, product } = catalogue
  const types = product.pages.flatMap((page) => page.questions.map((question) => question.question_type))
  const fields = types.some(isRareType) ? (['fields'] as const) : []
  const around = hasSurroundings(catalogue) ? (['surroundings'] as const) : []
  const rich = containsMarkup(JSON.stringify(product)) ? (['rich-text'] as const) : []
  const paging = findPagingPart(product)
  const language = getTextPart('configurator', shop.language)
  const paged = paging === null ? [] : [paging]
  return [language, ...around, ...paged, ...rich, ...fields]
}

/** Question types of which several answers can be selected. */
export const multiAnswerTypes: ReadonlySet<string> = new Set(['Multiselect'])
