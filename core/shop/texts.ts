// Titles of a product and translated messages of core and plugins, in one language.
import { translateMessage, type Texts } from '../engine/program/evaluation-context.js'
import { createIssue, type Issue } from '../foundation/errors.js'
import { toMessageParams } from '../foundation/message-format.js'
import type { Message } from '../foundation/message.js'
import type { Registry } from '../model/registry.js'
import type { CompiledProduct, ProductTitles } from '../product/compiled-products.js'

/** The titles of a product, its questions and answers. Falls back to the store's language. */
export function getProductTitles(product: CompiledProduct, language: string): ProductTitles {
  return product.titles.get(language) ?? { product: product.title, interval: '', questions: {}, answers: {}, units: {} }
}

/** The texts that the engine shows to a shopper in the language. */
export function createEngineTexts(registry: Registry, product: CompiledProduct, language: string): Texts {
  return { ...getProductTitles(product, language), sentences: registry.sentences(language), language }
}

/** Writes a message of the shop in the language. */
export function translateShopMessage(
  registry: Registry,
  language: string,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return translateMessage({ questions: {}, answers: {}, sentences: registry.sentences(language), language }, key, values)
}

/** An issue whose message is in the language of the texts. Its key and values allow a surface to write it in another language. */
export function createEngineIssue(texts: Texts | undefined, field: string, { key, values }: Message, code?: string): Issue {
  const message = translateMessage(texts, key, toMessageParams(values))
  return { ...createIssue(field, { key, values }, code), message }
}

/** An issue whose message is in the language of the shopper. */
export const createShopIssue = (registry: Registry, language: string, field: string, message: Message, code?: string): Issue =>
  createEngineIssue({ questions: {}, answers: {}, sentences: registry.sentences(language), language }, field, message, code)
