// The state of the table editor: cells, numbers and blocks of spreadsheets, and reachable cells.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { findCell, compileMatrix } from '../../../../core/engine/calculation/matrix.js'
import {
  analyzeTable,
  type LookupMethod,
  calculateAxisReach,
} from '../../../../plugins/admin/browser/editor/matrix/axis-source.js'
import {
  detectDecimalSeparator,
  getNavigationTarget,
  parseCellNumber,
  toColumnKey,
} from '../../../../plugins/admin/browser/editor/matrix/cell-selection.js'
import { pasteBlock, parsePastedBlock, formatCopiedBlock } from '../../../../plugins/admin/browser/editor/matrix/table-paste.js'
import {
  type AxisDomain,
  toTableCells,
  deleteTableColumns,
  deleteTableRows,
  fillBlock,
  insertTableColumns,
  insertTableRows,
  isSparseTable,
  changeAxes,
  sortMatrixTable,
  type MatrixTable,
  toMatrixTable,
} from '../../../../plugins/admin/browser/editor/matrix/matrix-table.js'

const numbers: AxisDomain = { kind: 'numbers' }
const none: AxisDomain = { kind: 'none' }
const answers: AxisDomain = { kind: 'answers', ids: [7, 3, 5] }

const coordinate = fc.integer({ min: -50, max: 50 })
const cells = fc
  .uniqueArray(fc.tuple(coordinate, coordinate), { selector: ([row, column]) => `${row} ${column}`, maxLength: 40 })
  .chain((places) =>
    fc.tuple(...places.map(([row, column]) => fc.integer().map((value) => ({ row, column, value: String(value) })))),
  )
const key = ({ row, column }: { readonly row: number | null; readonly column: number | null }): string => `${row} ${column}`

describe('the state of the table editor', () => {
  it('moves to the column on the side of the arrow, in both writing directions', () => {
    const press = (arrow: string, direction: string) =>
      getNavigationTarget(toColumnKey(arrow, direction), false, { row: 1, column: 1 }, { rows: 3, columns: 3, page: 1 })
    expect(press('ArrowRight', 'ltr')).to.deep.equal({ row: 1, column: 2 })
    expect(press('ArrowRight', 'rtl')).to.deep.equal({ row: 1, column: 0 })
    expect(press('ArrowLeft', 'rtl')).to.deep.equal({ row: 1, column: 2 })
    expect(press('ArrowDown', 'rtl')).to.deep.equal({ row: 2, column: 1 })
  })

  it('converts any cells to a table and back', () => {
    const byPlace = (list: readonly { row: number | null; column: number | null; value: string }[]) =>
      list.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    fc.assert(
      fc.property(cells, fc.constantFrom(numbers, answers), fc.constantFrom(numbers, answers), (cellList, rows, columns) => {
        const table = toMatrixTable(cellList, rows, columns)
        expect(byPlace(toTableCells(table))).to.deep.equal(byPlace(cellList))
        expect(byPlace(toTableCells(sortMatrixTable(table, columns, rows)))).to.deep.equal(byPlace(cellList))
      }),
    )
  })

  it('sorts numbers by size and answers by their order', () => {
    const table = toMatrixTable(
      [5, 3, 7].map((row) => ({ row, column: -row, value: '1' })),
      answers,
      numbers,
    )
    expect(table.rows).to.deep.equal([7, 3, 5])
    expect(table.columns).to.deep.equal([-7, -5, -3])
    expect(toMatrixTable([], none, numbers)).to.deep.equal({ rows: [0], columns: [], values: [[]] })
  })

  it('changes rows, columns and blocks and leaves other cells unchanged', () => {
    const table: MatrixTable = {
      rows: [1, 2],
      columns: [10, 20],
      values: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    }
    expect(insertTableRows(table, 1, [9])).to.deep.equal({
      rows: [1, 9, 2],
      columns: [10, 20],
      values: [
        ['a', 'b'],
        ['', ''],
        ['c', 'd'],
      ],
    })
    expect(insertTableColumns(table, 2, [30]).values).to.deep.equal([
      ['a', 'b', ''],
      ['c', 'd', ''],
    ])
    const block = { top: 0, left: 0, bottom: 1, right: 1 }
    expect(fillBlock(table, block, 'down').values).to.deep.equal([
      ['a', 'b'],
      ['a', 'b'],
    ])
    expect(fillBlock(table, block, 'across').values).to.deep.equal([
      ['a', 'a'],
      ['c', 'c'],
    ])
    expect(deleteTableRows(table, { ...block, bottom: 0 })).to.deep.equal({ rows: [2], columns: [10, 20], values: [['c', 'd']] })
    expect(deleteTableColumns(table, { ...block, left: 1 })).to.deep.equal({
      rows: [1, 2],
      columns: [10],
      values: [['a'], ['c']],
    })
    expect(changeAxes(table, none, numbers)).to.deep.equal({ rows: [0], columns: [10, 20], values: [['a', 'b']] })
    expect(changeAxes(table, numbers, answers)).to.equal(table)
  })

  it('reads numbers in the notation of any country', () => {
    const decimal = (texts: readonly string[], language: string): ',' | '.' => {
      const detected = detectDecimalSeparator(texts, language)
      return 'decimal' in detected ? detected.decimal : expect.fail(detected.refusal)
    }
    const read = (...texts: readonly string[]): readonly (string | null)[] =>
      texts.map((text) => parseCellNumber(text, decimal(texts, 'en')))
    expect(read('1.234,50', '1.000', '3')).to.deep.equal(['1234.50', '1000', '3'])
    expect(read('1,234.50', '1,000', '3')).to.deep.equal(['1234.50', '1000', '3'])
    expect(read('1 234,5 €', '12,25\u00A0€')).to.deep.equal(['1234.5', '12.25'])
    expect(read('1’234.50', "CHF 2'000")).to.deep.equal(['1234.50', '2000'])
    expect(read('\u22123,5', '+4')).to.deep.equal(['-3.5', '4'])
    expect(read('1.234.567')).to.deep.equal(['1234567'])
    expect(read('007', '.5', '5.')).to.deep.equal(['7', '0.5', '5'])
    expect(read('abc', '1e5', '', '--1', '1.2.3,4,5', '9'.repeat(80))).to.deep.equal([null, null, null, null, null, null])
    expect(parseCellNumber('1.234', '.')).to.equal('1.234')
    expect(parseCellNumber('1.234', ',')).to.equal('1234')
  })

  it('rejects ambiguous numbers and cells in two notations', () => {
    const refusal = (texts: readonly string[], language: string): string => {
      const detected = detectDecimalSeparator(texts, language)
      return 'refusal' in detected ? detected.refusal : `decimal ${detected.decimal}`
    }
    expect(refusal(['1.250'], 'de')).to.equal("'1.250' can mean 1250 or 1,25. Enter one of them.")
    expect(refusal(['1.250', '800,5'], 'de')).to.equal('decimal ,')
    expect(refusal(['1.250'], 'en')).to.equal('decimal .')
    expect(refusal(['1,5', '2.5'], 'en')).to.equal(
      "'1,5' has a decimal comma and '2.5' a decimal point. Use the same notation for both.",
    )
  })

  it('reads and writes the text that spreadsheets copy', () => {
    expect(parsePastedBlock('a\tb\r\n"c\td"\t"e ""f""\ng"\r\n')).to.deep.equal([
      ['a', 'b'],
      ['c\td', 'e "f"\ng'],
    ])
    expect(parsePastedBlock('a\t')).to.deep.equal([['a', '']])
    expect(parsePastedBlock('')).to.deep.equal([['']])
    const text = fc.string().map((entry) => entry.trim())
    const block = fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(block, (pastedBlock) => {
        expect(parsePastedBlock(formatCopiedBlock(pastedBlock))).to.deep.equal(pastedBlock)
      }),
    )
  })

  const reading = { decimal: '.', readRow: Number, readColumn: Number } as const
  const empty: MatrixTable = { rows: [], columns: [], values: [] }

  it('takes row and column headings from a block that is pasted on the corner', () => {
    const { table, left: ignored } = pasteBlock(empty, parsePastedBlock('\t100\t200\n10\t1,5\t2\n20\t-\tx\n'), {
      ...reading,
      decimal: ',',
      row: -1,
      column: -1,
    })!
    expect(table).to.deep.equal({
      rows: [10, 20],
      columns: [100, 200],
      values: [
        ['1.5', '2'],
        ['', 'x'],
      ],
    })
    expect(ignored).to.equal(1)
    const more = pasteBlock(table, parsePastedBlock('\t200\t300\n20\t7\t8\n'), { ...reading, row: -1, column: -1 })!
    expect(more.table).to.deep.equal({
      ...{ rows: [10, 20], columns: [100, 200, 300] },
      values: [
        ['1.5', '2', ''],
        ['', '7', '8'],
      ],
    })
    const rows = pasteBlock(table, parsePastedBlock('10\t3\n30\t4\n'), { ...reading, row: 0, column: -1 })!
    expect(rows.table).to.deep.include({
      rows: [10, 20, 30],
      values: [
        ['3', '2'],
        ['', 'x'],
        ['4', ''],
      ],
    })
  })

  it('counts the pasted cells beyond the table and ignores them', () => {
    const table: MatrixTable = {
      rows: [1, 2],
      columns: [1, 2],
      values: [
        ['', ''],
        ['', ''],
      ],
    }
    const pasted = pasteBlock(table, parsePastedBlock('1\t2\n3\t4\n'), { ...reading, row: 1, column: 1 })!
    expect(pasted).to.deep.equal({
      table: {
        ...table,
        values: [
          ['', ''],
          ['', '1'],
        ],
      },
      left: 3,
    })
  })

  it("rejects blocks and diagonals that exceed the grid's size", () => {
    const diagonal = Array.from({ length: 1_100 }, (_, at) => ({ row: at, column: at, value: '1' }))
    expect([isSparseTable(diagonal), isSparseTable(diagonal.slice(100))]).to.deep.equal([true, false])
    const wide: MatrixTable = {
      rows: [1],
      columns: Array.from({ length: 2_000 }, (_, at) => at),
      values: [Array(2_000).fill('')],
    }
    expect(pasteBlock(wide, parsePastedBlock('1\t2\n'.repeat(600)), { ...reading, row: 0, column: -1 })).to.equal(null)
    expect(pasteBlock(empty, parsePastedBlock('1'.padEnd(1_100_000, '\t')), { ...reading, row: -1, column: -1 })).to.equal(null)
  })

  it('marks holes, falling values, duplicates and values that are not numbers', () => {
    const table: MatrixTable = {
      rows: [1, 2, 2],
      columns: [10, 20],
      values: [
        ['5', '4'],
        ['', '6'],
        ['4', 'x'],
      ],
    }
    const {
      cells: count,
      holes,
      decreases,
      wrong,
      firstHole,
      isDecreasing,
      duplicateRows,
    } = analyzeTable(table, numbers, numbers)
    expect({ count, holes, decreases, wrong, firstHole }).to.deep.equal({
      count: 5,
      holes: 1,
      decreases: 2,
      wrong: 1,
      firstHole: [1, 0],
    })
    expect([isDecreasing(0, 1), isDecreasing(2, 0), isDecreasing(1, 1)]).to.deep.equal([true, true, false])
    expect([...duplicateRows]).to.deep.equal([2])
    expect(analyzeTable(table, answers, none).decreases).to.equal(0)
  })

  it('marks exactly the cells that no entry finds', () => {
    const lookups = fc.constantFrom<LookupMethod>('exact', 'nextHigher', 'nextLower')
    const numberLists = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        numberLists,
        lookups,
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 10 }),
        (rows, lookup, min, width) => {
          const max = min + width
          const matrix = compileMatrix({ lookup, round: null, cells: rows.map((row) => ({ row, column: 0, value: row })) })
          const met = new Set<number>()
          // Steps of 0.5, because entries need not be whole.
          for (let entry = min; entry <= max; entry += 0.5) {
            const cell = findCell(matrix, entry, 0)
            if (cell >= 0) met.add(matrix.values[cell]!)
          }
          const { shares } = calculateAxisReach(rows, numbers, { min, max }, lookup, null)
          expect(rows.filter((_row, index) => shares![index]! > 0)).to.have.members([...met])
        },
      ),
    )
  })

  it('reports ranges of entries that find no cell', () => {
    expect(calculateAxisReach([100, 200], numbers, { min: 50, max: 300 }, 'nextHigher', null).gaps).to.deep.equal([[200, 300]])
    expect(calculateAxisReach([100, 200], numbers, { min: 50, max: 300 }, 'nextLower', null).gaps).to.deep.equal([[50, 100]])
    expect(calculateAxisReach([7, 9], answers, { min: null, max: null }, 'exact', null).shares).to.deep.equal([1 / 3, 0])
    expect(calculateAxisReach([1], numbers, { min: null, max: null }, 'exact', null).shares).to.equal(null)
  })
})
