// What comes of merging two changed states of a product, and what both changed in ways that do not go together.

/** The sides of a merge, as conflicts name them. */
export const mergeSides = { ours: 'Ours', theirs: 'Theirs' } as const
export type MergeSide = keyof typeof mergeSides

export interface MergeConflict {
  /**
   * `changed`: both sides changed it; `deleted`: one side deleted what the other changed; `named`: one side deleted what the other
   * names; `key`: both gave the same key to different parts; `order`: both put the parts in another order.
   */
  readonly kind: 'changed' | 'deleted' | 'named' | 'key' | 'order'
  readonly entity: string
  /** As in a sheet: `width`, or `wood.oak` of an answer. */
  readonly key: string
  readonly field?: string
  readonly language?: string
  readonly cell?: { readonly row: string; readonly column: string }
  /** As sheets say it; null for nothing. */
  readonly base: unknown
  readonly ours: unknown
  readonly theirs: unknown
  readonly sentence: string
}

export interface MergeReport {
  readonly product: string
  readonly conflicts: readonly MergeConflict[]
  /** What is otherwise in the merged sheet than on our side, in sentences. */
  readonly changes: readonly string[]
  /** The merged sheet, which says the whole product; absent where there are conflicts and nobody said which side prevails. */
  readonly sheet?: string
}
