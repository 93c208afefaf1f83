// The checks of a price table: missing cells and decreasing values, also of a sparse table.
import { expect } from 'chai'
import { checkMatrix } from '../../../../core/engine/proof/price-proof.js'
import { matrixLimits, type MatrixCell, checkCells } from '../../../../core/engine/calculation/matrix.js'
import type { MatrixSource } from '../../../../core/engine/program/source.js'

const axes = { row_question_id: 1, row_calculation_id: null, column_question_id: 2, column_calculation_id: null, round: null }
const messagesOf = (cells: readonly MatrixCell[], lookup: MatrixSource['lookup'] = 'nextHigher'): readonly string[] =>
  checkMatrix({ id: 3, name: 'Prices', type: 'matrix', matrix: { ...axes, lookup, cells } }).map(({ message }) => message)
const diagonal = (count: number): readonly MatrixCell[] =>
  Array.from({ length: count }, (_, at) => ({ row: at + 1, column: at + 1, value: '1.50' }))

describe('The proof of a price table', () => {
  it('lists the first five missing cells and counts the others', () => {
    const cells = diagonal(4).toReversed()
    expect(messagesOf(cells)).to.deep.equal([
      "The table 'Prices' has empty cells: row 1, column 2; row 1, column 3; row 1, column 4; row 2, column 1; row 2, column 3; and 7 more.",
    ])
  })

  it('lists the cells after which the values fall, per row and column', () => {
    const values = [
      [1, 2, 1],
      [3, 1, 4],
    ]
    const cells = values.flatMap((row, at) => row.map((value, column) => ({ row: at, column, value: String(value) })))
    expect(messagesOf(cells)).to.deep.equal([
      "The table 'Prices' has values that are lower than the value before: row 0, column 1; row 1, column 0.",
    ])
    expect(messagesOf(cells, 'exact')).to.deep.equal([])
  })

  it('takes a time that grows with the cells and not with the positions of a sparse table', () => {
    const [message] = messagesOf(diagonal(matrixLimits.cells))
    expect(message).to.match(/; and 9999899995 more\.$/)
  })
})

describe('The cells of a price table', () => {
  it('are rejected if there are more than 100,000', () => {
    expect(checkCells('Cells', diagonal(100_000))).to.equal(null)
    expect(checkCells('Cells', diagonal(100_001))?.message).to.equal('Field Cells takes at most 100000 cells; there are 100001.')
  })
})
