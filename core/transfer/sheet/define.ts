// What is said to whoever applies a sheet, and what he may ask for.

/** The format of sheets: it rises where a sheet of before would be read otherwise. */
export const sheetFormat = 1

/** Characters of a sheet. */
export const longestSheet = 8_000_000

/** A part that is made, changed or deleted. */
export interface SheetChange {
  readonly entity: string
  /** Of a dry run's new part: the id that it had for that moment. */
  readonly id: number
  /** Where it stands: `width`, or `wood.oak` of an answer. */
  readonly key: string
  /** Of a changed part: its fields. */
  readonly fields?: readonly string[]
}

export interface SheetReport {
  readonly product_id: number
  readonly product: string
  /** How many parts of which entity. */
  readonly counts: Readonly<Record<'created' | 'changed' | 'deleted', Readonly<Record<string, number>>>>
  /** The parts themselves, at most 200 of each. */
  readonly created: readonly SheetChange[]
  readonly changed: readonly SheetChange[]
  readonly deleted: readonly SheetChange[]
  /** Pictures and files that the sheet names and this installation does not have: their fields stay as they are. */
  readonly files_missing?: readonly { readonly place: string; readonly file: string }[]
}

export interface ApplyOptions {
  /** The product that becomes so; that with the sheet's key if left out. */
  readonly productId?: number | undefined
  /** True: parts that the sheet does not name go, and fields that it does not name start anew; else both stay. */
  readonly prune: boolean
  /** Throws where the caller may not write code. */
  readonly requireCode: () => void
  /** Files of the file store that fields may name, of those that the sheet names. */
  readonly files: ReadonlySet<string>
}
