// Calculations of type `matrix`: a lookup table with one or two axes.
import type { MatrixSource } from '../../program/source.js'
import { defineCalculationBody } from '../body.js'
import { findCell } from '../matrix.js'
import { bindMatrix } from '../matrix-binding.js'
import { matrixReferences } from '../references.js'

export const matrixBody = defineCalculationBody<MatrixSource>({
  type: 'matrix',
  field: 'cells',
  parse: (calculation) => calculation.matrix ?? null,
  references: matrixReferences,
  operands: (source) =>
    matrixReferences(source).map(({ entity, id }) =>
      entity === 'calculation' ? { calculation: id } : { question: id, field: 'selected' },
    ),
  compile(source, leaves) {
    const { matrix: table, row, column } = bindMatrix(source, leaves)
    return (state) => {
      const cell = findCell(table, row(state), column(state))
      return cell < 0 ? Number.NaN : table.values[cell]!
    }
  },
})
