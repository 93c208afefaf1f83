// What a grid is made of: the sizes of its cells, and what stands in one.

/** In pixels. */
export const size = { row: 30, column: 88, edge: 150 } as const

export interface Shown {
  readonly text: string
  /** Names of classes, with blanks between them. */
  readonly marks: string
  /** How it is coloured, from 0 to 1; null for no colour. */
  readonly heat: number | null
}
