// Import modes, and the report of an import or of its preview for each product.
import type { Reference } from '#core/contract.js'

/** `copy` gives every record a new id. `exact` makes the product equal to the package and uses the package's ids. */
export const transferModes = {
  copy: 'New records in addition to the existing ones',
  exact: 'The same ids. Records that are not in the package are deleted',
} as const
export type TransferMode = keyof typeof transferModes

export interface ProductImportOptions {
  readonly mode: TransferMode
  /** Only in `exact`: an id that belongs to another product is replaced by a new one. */
  readonly newIds: boolean
}

/** A record that an import deletes. */
export interface ImportDeletion extends Reference {
  readonly name: string
}

/** A record whose id differs from its id in the package. */
export interface RenumberedRecord {
  readonly entity: string
  readonly from: number
  readonly to: number
}

export interface ImportResult {
  /** Product id in the package. */
  readonly product: number
  /** Product id in this shop. */
  readonly id: number
  readonly title: string
  /** Number of records by entity. */
  readonly created: Readonly<Record<string, number>>
  readonly updated: Readonly<Record<string, number>>
  readonly unchanged: number
  readonly deleted: readonly ImportDeletion[]
  readonly renumbered: readonly RenumberedRecord[]
  /** Saved configurations deleted with the questions that they reference. */
  readonly configurations: number
  readonly files: number
}
