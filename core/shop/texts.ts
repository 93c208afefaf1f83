// What the engine says to a shopper: the product's titles and its own sentences in one language.
import type { CompiledProduct, Titles } from '../product/programs.js'
import { sentences } from './sentences/index.js'

/** What the engine says to a shopper in the language. */
export function textsOf(
  product: CompiledProduct,
  language: string,
): Titles & { readonly sentences: Readonly<Record<string, string>> } {
  const titles = product.titles.get(language) ?? { product: product.title, questions: {}, answers: {} }
  const primary = language.split('-')[0]!
  return { ...titles, sentences: sentences[primary] ?? {} }
}
