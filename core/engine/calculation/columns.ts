// Converts the stored columns of a calculation body into the engine's input.
import type { BodySource, BodyType, CodeSource, MatrixSource } from '../program/source.js'
import { matrixLookups } from './matrix.js'

/** Column values of a stored or submitted body record. */
export type Columns = Readonly<Record<string, unknown>>

/** The id in a column, or null. */
export function idIn(columns: Columns, column: string): number | null {
  const id = columns[column]
  return typeof id === 'number' ? id : null
}

export function matrixFrom(columns: Columns): MatrixSource {
  return {
    row_question_id: idIn(columns, 'row_question_id'),
    row_calculation_id: idIn(columns, 'row_calculation_id'),
    column_question_id: idIn(columns, 'column_question_id'),
    column_calculation_id: idIn(columns, 'column_calculation_id'),
    lookup: matrixLookups.find((name) => name === columns['lookup']) ?? 'exact',
    round: typeof columns['round'] === 'number' ? columns['round'] : null,
    cells: Array.isArray(columns['cells']) ? (columns['cells'] as MatrixSource['cells']) : [],
  }
}

export function codeFrom(columns: Columns): CodeSource {
  return {
    code: typeof columns['code'] === 'string' ? columns['code'] : '',
    question_id_a: idIn(columns, 'question_id_a'),
    question_id_b: idIn(columns, 'question_id_b'),
    question_id_c: idIn(columns, 'question_id_c'),
    question_id_d: idIn(columns, 'question_id_d'),
  }
}

/** Converters by calculation type. */
export const bodyFrom: Readonly<Record<BodyType, (columns: Columns) => BodySource>> = {
  formula: ({ terms }) => ({ formula: { terms } }),
  matrix: (columns) => ({ matrix: matrixFrom(columns) }),
  code: (columns) => ({ code: codeFrom(columns) }),
}
