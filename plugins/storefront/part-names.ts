// Which parts of the configurator a page needs from the beginning: the server names them in the page, and the browser loads them.
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { texts } from './texts/index.js'
import { nearest } from './wording.js'

const ofLanguages = { 'en-GB': 'en-gb', 'de-DE': 'de-de', 'he-IL': 'he-il' } as const satisfies Record<keyof typeof texts, string>
/** Question types that few products have. */
const ofQuestions = { Calendar: 'calendar', Colorpicker: 'colorpicker', Slider: 'slider', Upload: 'upload' } as const

export type LanguagePart = (typeof ofLanguages)[keyof typeof ofLanguages]
export type QuestionPart = (typeof ofQuestions)[keyof typeof ofQuestions]
/** `picture` comes after the first drawing, `told` is what a shopper is told after an entry, `surroundings` what stands around the questions. */
export type PartName = LanguagePart | QuestionPart | 'page-tabs' | 'picture' | 'surroundings' | 'told'

/** Of files that are named after languages, that of a language or of the one nearest to it: `shop-de-de` of `de-DE`. */
export function languageFileOf<Name extends string>(files: Readonly<Record<Name, unknown>>, tag: string): Name {
  const wanted = ofLanguages[nearest(tag, ofLanguages)]
  return (Object.keys(files) as Name[]).find((name) => name.endsWith(wanted))!
}

export function languagePart(tag: string): LanguagePart {
  return ofLanguages[nearest(tag, ofLanguages)]
}

/** The part that draws a question type; null where every page can. */
export function questionPart(type: string): QuestionPart | null {
  return Object.hasOwn(ofQuestions, type) ? ofQuestions[type as keyof typeof ofQuestions] : null
}

export function isTabbed({ product }: ProductReply): boolean {
  return product.page_nav_tabs && product.pages.length > 1
}

export function hasSurroundings({ product }: ProductReply): boolean {
  const { detail_panes, examples, image, longdescription, visualization_image } = product
  return detail_panes.length + examples.length > 0 || longdescription !== '' || (visualization_image ?? image) !== null
}

/** The parts of a product's page, its language's first. */
export function partsOf(catalogue: ProductReply): readonly PartName[] {
  const { shop, product } = catalogue
  const questions = product.pages.flatMap((page) => page.questions.map((question) => questionPart(question.question_type)))
  const drawn = [...new Set(questions)].filter((part) => part !== null)
  const around = hasSurroundings(catalogue) ? (['surroundings'] as const) : []
  const tabs = isTabbed(catalogue) ? (['page-tabs'] as const) : []
  return [languagePart(shop.language), ...around, ...tabs, ...drawn]
}
