// What foreign models are read into: drafts of product sheets, each with what is worth knowing of it.
import type { ModelFinding } from './findings.js'
import type { MatrixOptions } from './matrix/define.js'

/** Every format, by the name under which it can be asked for. */
export const modelFormats = {
  featureide: 'FeatureIDE feature model (XML)',
  sxfm: 'SXFM feature model (XML with the tree as text)',
  uvl: 'UVL feature model',
  shopify: 'Products of Shopify (CSV)',
  woocommerce: 'Products of WooCommerce (CSV)',
  matrix: 'Table of prices (CSV or XLSX)',
} as const
export type ModelFormat = keyof typeof modelFormats

/** Bytes of a file. */
export const longestModel = 20 * 1_048_576

export interface ModelOptions extends MatrixOptions {
  /** Recognized by the content if left out. */
  readonly format?: ModelFormat | undefined
  /** The file's name, from which a product without a title is called. */
  readonly name: string
  /** The one product that is read of a file with several: its handle, article number or title. */
  readonly product?: string | undefined
  /** The product's title, in place of what the file says. */
  readonly title?: string | undefined
  /** Active languages, the store default first. */
  readonly languages: readonly string[]
  readonly taxClass: string
  /** The shop's date, `2026-11-27`: sale prices are valid on certain days. */
  readonly today: string
  /** Of the settings: `kg`. */
  readonly weightUnit: string
}

/** A sheet as a value, for the writer of sheets. */
export type SheetValue = Readonly<Record<string, unknown>>

export interface Draft {
  readonly format: ModelFormat
  /** The product's key. */
  readonly product: string
  readonly sheet: SheetValue
  readonly counts: Readonly<Record<string, number>>
  readonly findings: readonly ModelFinding[]
}
