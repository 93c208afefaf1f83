// How a package is imported, and what an import does, or would do, to each product.
import type { Reference } from '../../foundation/property/kind.js'

/** `copy` gives everything new ids; `exact` makes the product be what the package says, under the ids that it has there. */
export const transferModes = {
  copy: 'New records beside what stands',
  exact: 'The same ids; what the package lacks is deleted',
} as const
export type TransferMode = keyof typeof transferModes

export interface ImportHow {
  readonly mode: TransferMode
  /** In `exact`: an id that belongs to another product is given anew. */
  readonly newIds: boolean
}

/** A record that is no longer there after an import. */
export interface Gone extends Reference {
  readonly name: string
}

/** A record that stands under another id than in the package. */
export interface Renumbered {
  readonly entity: string
  readonly from: number
  readonly to: number
}

export interface Applied {
  /** As the package calls it. */
  readonly product: number
  /** In this shop. */
  readonly id: number
  readonly title: string
  /** How many records of each entity. */
  readonly created: Readonly<Record<string, number>>
  readonly updated: Readonly<Record<string, number>>
  readonly unchanged: number
  readonly deleted: readonly Gone[]
  readonly renumbered: readonly Renumbered[]
  /** Saved configurations that went with questions which they refer to. */
  readonly configurations: number
  readonly files: number
}
