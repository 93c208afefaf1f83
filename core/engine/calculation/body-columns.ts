// Converts the stored columns of a calculation body into the engine's input.
import type { BodySource, BodyType, CodeSource, MatrixSource } from '../program/source.js'
import { matrixLookups } from './matrix.js'

/** Column values of a stored or submitted body record. */
export type ColumnValues = Readonly<Record<string, unknown>>

/** The id in a column, or null. */
export function readIdColumn(columns: ColumnValues, column: string): number | null {
  const id = columns[column]
  return typeof id === 'number' ? id : null
}

export function toMatrixSource(columns: ColumnValues): MatrixSource {
  return {
    row_question_id: readIdColumn(columns, 'row_question_id'),
    row_calculation_id: readIdColumn(columns, 'row_calculation_id'),
    column_question_id: readIdColumn(columns, 'column_question_id'),
    column_calculation_id: readIdColumn(columns, 'column_calculation_id'),
    lookup: matrixLookups.find((name) => name === columns['lookup']) ?? 'exact',
    round: typeof columns['round'] === 'number' ? columns['round'] : null,
    cells: Array.isArray(columns['cells']) ? (columns['cells'] as MatrixSource['cells']) : [],
  }
}

export function toCodeSource(columns: ColumnValues): CodeSource {
  return {
    code: typeof columns['code'] === 'string' ? columns['code'] : '',
    question_id_a: readIdColumn(columns, 'question_id_a'),
    question_id_b: readIdColumn(columns, 'question_id_b'),
    question_id_c: readIdColumn(columns, 'question_id_c'),
    question_id_d: readIdColumn(columns, 'question_id_d'),
  }
}

/** Converters by calculation type. */
export const toBodySource: Readonly<Record<BodyType, (columns: ColumnValues) => BodySource>> = {
  formula: ({ terms }) => ({ formula: { terms } }),
  matrix: (columns) => ({ matrix: toMatrixSource(columns) }),
  code: (columns) => ({ code: toCodeSource(columns) }),
}
