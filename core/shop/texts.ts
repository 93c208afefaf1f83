// What the engine says to a shopper: the product's titles and the sentences of core and the plugins in one language.
import { translateMessage, type Texts } from '../engine/program/evaluation-context.js'
import type { Registry } from '../model/registry.js'
import type { CompiledProduct, Titles } from '../product/programs.js'

/** The titles of a product, its questions and answers in the language; in that of the store where it has none. */
export function titlesOf(product: CompiledProduct, language: string): Titles {
  return product.titles.get(language) ?? { product: product.title, interval: '', questions: {}, answers: {}, units: {} }
}

/** What the engine says to a shopper in the language. */
export function textsOf(registry: Registry, product: CompiledProduct, language: string): Texts {
  return { ...titlesOf(product, language), sentences: registry.sentences(language), language }
}

/** A sentence of the shop's own to a shopper, in the language. */
export function said(
  registry: Registry,
  language: string,
  sentence: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return translateMessage({ questions: {}, answers: {}, sentences: registry.sentences(language), language }, sentence, values)
}
