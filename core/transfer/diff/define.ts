// What is said of the difference between two states of products: as data, and as sentences that a merchant reads.

/** One thing that is otherwise. */
export interface DiffChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved'
  readonly entity: string
  /** Where it stands, as in a sheet: `width`, or `wood.oak` of an answer. */
  readonly key: string
  /** Of a changed part: the field, and the language where it is a text. */
  readonly field?: string
  readonly language?: string
  /** Of a price table's cell: what stands at its edges. */
  readonly cell?: { readonly row: string; readonly column: string }
  /** As a sheet says it; null for nothing. */
  readonly from?: unknown
  readonly to?: unknown
  /** Of a rule: `unknown` where it is written otherwise and neither could be shown, that it means the same or something else. */
  readonly meaning?: 'different' | 'unknown'
  readonly sentence: string
}

export interface ProductDiff {
  /** The key of its sheet. */
  readonly product: string
  readonly title: string
  readonly equal: boolean
  readonly counts: {
    readonly added: number
    readonly removed: number
    readonly changed: number
    readonly moved: number
    /** Rules that are written otherwise and mean the same. */
    readonly rephrased: number
  }
  /** At most 1,000 of them. */
  readonly changes: readonly DiffChange[]
}

export interface DiffReport {
  /** The states that were compared, as they were named. */
  readonly from: string
  readonly to: string
  readonly equal: boolean
  readonly products: readonly ProductDiff[]
}

/** Changes that are told of one product. */
export const mostChanges = 1_000
