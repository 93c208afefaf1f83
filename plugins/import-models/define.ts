// The formats and options of a model import, and its result: a draft of a product sheet with findings.
import { createMessage, type FileFinding, type MessageValue, toUrlLabel } from 'product-configurator-service'
import { createMessageCatalogs, messageFormat } from '#core/surface.js'
import { type SheetValue } from '../sheets/surface.js'
import type { MatrixOptions } from './matrix/define.js'

/** Every format, by its option name. */
export const modelFormats = {
  featureide: 'FeatureIDE feature model (XML)',
  sxfm: 'SXFM feature model (XML)',
  uvl: 'UVL feature model',
  shopify: 'Shopify products (CSV)',
  woocommerce: 'WooCommerce products (CSV)',
  matrix: 'Price table (CSV or XLSX)',
} as const
export type ModelFormat = keyof typeof modelFormats

export interface ModelOptions extends MatrixOptions {
  /** Recognized by the content if omitted. */
  readonly format?: ModelFormat | undefined
  /** File name; the title of a product without one. */
  readonly name: string
  /** Handle, article number or title of the product to read from a file with several. */
  readonly product?: string | undefined
  /** Product title; overrides the title in the file. */
  readonly title?: string | undefined
  /** Active languages, the store default first. */
  readonly languages: readonly string[]
  readonly taxClass: string
  /** The current date in the shop, such as `2026-11-27`; decides which sale prices are valid. */
  readonly today: string
  /** Weight unit of the settings, such as `kg`. */
  readonly weightUnit: string
}

export interface SheetDraft {
  readonly format: ModelFormat
  /** The product's key. */
  readonly product: string
  readonly sheet: SheetValue
  readonly counts: Readonly<Record<string, number>>
  readonly findings: readonly FileFinding[]
}

/** The first items of a list for a message, and the number of all others. */
export function listFirst(items: readonly MessageValue[], most: number): MessageValue {
  const more = items.length - most
  return more <= 0 ? items : createMessage('models.andMore', { names: items.slice(0, most), count: more })
}

/** Texts with semicolons between them, because they can contain commas. Lists at most `most`, and the number of all others. */
export function listTexts(texts: readonly string[], count: number): MessageValue {
  const names = texts.join('; ')
  return count <= texts.length ? names : createMessage('models.andMore', { names, count: count - texts.length })
}

const maxKeyLength = 200

export function toProductKey(title: string): string {
  return [...toUrlLabel(title)].slice(0, maxKeyLength).join('').replace(/-$/, '') || 'product'
}

const wordKeys = {
  yes: 'models.wordYes',
  no: 'models.wordNo',
  none: 'models.wordNone',
  group: 'models.wordGroup',
  rows: 'models.wordRows',
  columns: 'models.wordColumns',
} as const

export type ModelWord = keyof typeof wordKeys

/** The word in every active language; English if it has no translation. */
export function translateWord(word: ModelWord, languages: readonly string[]): Readonly<Record<string, string>> | string {
  const catalogs = createMessageCatalogs()
  const message = createMessage(wordKeys[word])
  const texts = languages.map((tag) => [tag, messageFormat.formatMessage(message, tag, { catalogs })] as const)
  return texts.every(([, text]) => text === texts[0]![1]) ? texts[0]![1] : Object.fromEntries(texts)
}
