// Cell sizes of a grid, and the display data of a cell.

/** In pixels. */
export const gridSize = { row: 30, column: 88, edge: 150 } as const

export interface CellDisplay {
  readonly text: string
  /** CSS class names, separated by spaces. */
  readonly marks: string
  /** Heat map value from 0 to 1. null for no colour. */
  readonly heat: number | null
  /** The address of a picture in the cell. Its text is then the name of the picture. */
  readonly picture?: string
}
