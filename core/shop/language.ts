// The language of a shopper, and the titles and messages in it.
import { ValidationError, createIssue, type Issue } from '../foundation/errors.js'
import { urlSegments } from '../foundation/language.js'
import { listQuoted, createMessage, type Message, type MessageKey } from '../foundation/message.js'
import type { ServiceContext } from '../storage/service-context.js'
import { translateMessage, type EvaluationTexts } from '../engine/program/program.js'
import { toMessageParams } from '../foundation/message-format.js'
import type { Registry } from '../model/registry.js'
import type { CompiledProduct, ProductTitles } from '../product/compiled-products.js'

/** The tag if it is active, or the default. Otherwise 422 on `language` with the active languages. */
export function resolveLanguage({ versionedSnapshot: shopSnapshot }: ServiceContext, tag: string | undefined): string {
  const { languages, defaultLanguage } = shopSnapshot.snapshot
  if (tag === undefined || languages.includes(tag)) return tag ?? defaultLanguage
  const message = createMessage('shop.languageInactive', { tag: tag.slice(0, 40), languages: listQuoted(languages) })
  throw ValidationError.of('language', message, 'UNKNOWN_LANGUAGE')
}

/** The URL path of a page in a language: prefixed, unless it is the store default or no longer active. */
export function toLanguagePath(
  { versionedSnapshot: shopSnapshot }: ServiceContext,
  language: string | undefined,
  path: string,
): string {
  const { languages, defaultLanguage } = shopSnapshot.snapshot
  if (language === undefined || language === defaultLanguage) return path
  const [segment] = [...urlSegments(languages)].find(([, tag]) => tag === language) ?? []
  return segment === undefined ? path : `/${segment}${path}`
}

/** The titles of a product, its questions and answers. Falls back to the store's language. */
export function getProductTitles(product: CompiledProduct, language: string): ProductTitles {
  return product.titles.get(language) ?? { product: product.title, interval: '', questions: {}, answers: {}, units: {} }
}

/** The texts that the engine shows to a shopper in the language. */
export function createEngineTexts(registry: Registry, product: CompiledProduct, language: string): EvaluationTexts {
  return { ...getProductTitles(product, language), messages: registry.shopperTexts(language), language }
}

/** Writes a message of the shop in the language. */
export function translateShopMessage(
  registry: Registry,
  language: string,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return translateMessage({ questions: {}, answers: {}, messages: registry.shopperTexts(language), language }, key, values)
}

/** Writes a message of the shop in the language, or in the store default if the language is not active. */
export function writeShopReply(work: ServiceContext, tag: string | undefined, key: MessageKey): string {
  const { languages, defaultLanguage } = work.versionedSnapshot.snapshot
  const language = tag !== undefined && languages.includes(tag) ? tag : defaultLanguage
  return translateShopMessage(work.context.registry, language, key)
}

/** An issue whose message is in the language of the texts. Its key and values allow a surface to write it in another language. */
export function createEngineIssue(
  texts: EvaluationTexts | undefined,
  field: string,
  { key, values }: Message,
  code?: string,
): Issue {
  const message = translateMessage(texts, key, toMessageParams(values))
  return { ...createIssue(field, { key, values }, code), message }
}

/** An issue whose message is in the language of the shopper. */
export const createShopIssue = (registry: Registry, language: string, field: string, message: Message, code?: string): Issue =>
  createEngineIssue({ questions: {}, answers: {}, messages: registry.shopperTexts(language), language }, field, message, code)
