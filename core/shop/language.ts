// The language of a shopper, and the titles, messages and content pages in it.
import { ValidationError, createIssue, type Issue } from '../foundation/errors.js'
import { getRecordText, urlSegments } from '../foundation/language.js'
import { listQuoted, createMessage, type Message, type MessageKey } from '../foundation/message.js'
import type { ServiceContext } from '../storage/service-context.js'
import { translateMessage, type EvaluationTexts } from '../engine/program/program.js'
import { toMessageParams } from '../foundation/message-format.js'
import type { RecordOf } from '../foundation/property/typing.js'
import { contentPage } from '../model/entities/store/content-page.js'
import { store } from '../model/entities/store/store.js'
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

// The shop's published content pages: imprint, privacy policy, terms and others.

/** The kind of a content page. `free` pages have no legal meaning. */
type ContentPageKind = 'imprint' | 'privacy' | 'terms' | 'withdrawal' | 'shipping' | 'contact' | 'free'

export interface ContentPageSummary {
  readonly id: number
  readonly label: string
  readonly title: string
  readonly kind: ContentPageKind
  /** True: the footer links to it. */
  readonly in_footer: boolean
}

export type PageRecord = RecordOf<typeof contentPage>

/** The text in the language, else in the store default. */
export const translatePageField = (page: PageRecord, field: 'content' | 'label' | 'title', language: string): string =>
  getRecordText(page, field, language) || getRecordText(page, field)

export function toPageSummary(page: PageRecord, language: string): ContentPageSummary {
  return {
    id: page.id,
    label: translatePageField(page, 'label', language),
    title: translatePageField(page, 'title', language),
    kind: page.kind,
    in_footer: page.in_footer === true,
  }
}

/** The published pages, in their order. */
export async function loadPublishedPages(work: ServiceContext): Promise<readonly PageRecord[]> {
  const pages = (await work.records(contentPage)).filter(({ published }) => published === true)
  return pages.toSorted((a, b) => (a.ordering ?? 0) - (b.ordering ?? 0) || a.id - b.id)
}

export async function listContentPages(work: ServiceContext, language: string): Promise<readonly ContentPageSummary[]> {
  return (await loadPublishedPages(work)).map((page) => toPageSummary(page, language))
}

/** The pages that mails link to: all except free pages, whether or not the footer contains them. */
export async function listMailPages(work: ServiceContext, language: string): Promise<readonly ContentPageSummary[]> {
  return (await listContentPages(work, language)).filter(({ kind }) => kind !== 'free')
}

/** The shop's terms as rich text: the page of that kind, else the text of the store. */
export async function readTermsText(work: ServiceContext, language: string): Promise<string> {
  const page = (await loadPublishedPages(work)).find(({ kind }) => kind === 'terms')
  const content = page === undefined ? '' : translatePageField(page, 'content', language)
  const [own] = await work.records(store)
  return content || (own ? getRecordText(own, 'terms', language) || own.terms : '')
}

/** The path of a page below the language prefix. */
export const toPagePath = ({ label, id }: Pick<ContentPageSummary, 'id' | 'label'>): string =>
  `/page/${encodeURIComponent(label || String(id))}`
