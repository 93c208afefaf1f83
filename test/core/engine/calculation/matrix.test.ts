// Matrix lookups: 600 recorded lookups of a real price list, sparse tables compared with a plain scan, steps and edge cases.
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import * as fc from 'fast-check'
import {
  compileMatrix,
  findCell,
  type MatrixCell,
  matrixLookups,
  roundToStep,
} from '../../../../core/engine/calculation/matrix.js'
import type { MatrixLookup } from '../../../../core/engine/program/source.js'
import { repositoryRoot } from '../../../support/repository.js'

interface Lookup {
  readonly matrix: string
  readonly lookup: MatrixLookup
  readonly row: string
  readonly column: string
  readonly expected: string | null
}

const fixture = (file: string): unknown =>
  JSON.parse(readFileSync(`${repositoryRoot}/test/fixtures/price-roller-blinds/${file}`, 'utf8'))

function lookUpValue(
  matrix: { readonly lookup: MatrixLookup; readonly round: number | null; readonly cells: readonly MatrixCell[] },
  row: number,
  column: number,
): number | null {
  const compiled = compileMatrix(matrix)
  const cell = findCell(compiled, row, column)
  return cell < 0 ? null : compiled.values[cell]!
}

/** The definition of a matrix lookup: the first cell, in order, for which both coordinates match. */
function scan(cells: readonly MatrixCell[], lookup: MatrixLookup, row: number, column: number): number | null {
  const sorted = [...cells].sort((a, b) => a.row - b.row || a.column - b.column)
  if (lookup === 'nextLower') sorted.reverse()
  const fits = {
    exact: (a: number, b: number) => a === b,
    nextHigher: (a: number, b: number) => a >= b,
    nextLower: (a: number, b: number) => a <= b,
  }[lookup]
  const hit = sorted.find((cell) => fits(cell.row, row) && fits(cell.column, column))
  return hit ? Number(hit.value) : null
}

describe('a matrix', () => {
  it('returns the recorded value for every lookup of the roller blind price list', () => {
    const lookups = fixture('lookups.json') as readonly Lookup[]
    const cells = new Map(
      ['Budget', 'Group 1', 'Group 2', 'Group 3'].map((name) => {
        const file = `matrix-${name.toLowerCase().replace(' ', '-')}.json`
        return [name, (fixture(file) as { cells: readonly MatrixCell[] }).cells]
      }),
    )
    const wrong = lookups.filter(({ matrix, lookup, row, column, expected }) => {
      const value = lookUpValue({ lookup, round: null, cells: cells.get(matrix)! }, Number(row), Number(column))
      return value !== (expected === null ? null : Number(expected))
    })
    expect(lookups).to.have.length(600)
    expect(wrong).to.deep.equal([])
  })

  it('finds the same cell in a sparse table as a scan of all cells', () => {
    const cell = fc.record({
      row: fc.integer({ min: -3, max: 6 }),
      column: fc.integer({ min: -3, max: 6 }),
      value: fc.nat(99).map(String),
    })
    const cells = fc.uniqueArray(cell, { selector: ({ row, column }) => `${row} ${column}`, maxLength: 20 })
    fc.assert(
      fc.property(
        cells,
        fc.constantFrom(...matrixLookups),
        fc.integer({ min: -8, max: 14 }),
        fc.integer({ min: -8, max: 14 }),
        (list, lookup, row, column) => {
          expect(lookUpValue({ lookup, round: null, cells: list }, row / 2, column / 2)).to.equal(
            scan(list, lookup, row / 2, column / 2),
          )
        },
      ),
      { numRuns: 2_000, seed: 4 },
    )
  })

  it('matches no cell if a coordinate is missing', () => {
    const cells = [{ row: 0, column: 0, value: '1' }]
    for (const lookup of matrixLookups) expect(lookUpValue({ lookup, round: null, cells }, Number.NaN, 0)).to.equal(null)
  })

  it('uses the first of two cells with the same coordinates', () => {
    const cells = [
      { row: 1, column: 1, value: '5' },
      { row: 1, column: 1, value: '9' },
    ]
    expect(lookUpValue({ lookup: 'exact', round: null, cells }, 1, 1)).to.equal(5)
  })

  it('rounds an input half up to the step', () => {
    expect([124, 125, 126, -125, 0.15, 1.005].map((x, i) => roundToStep(x, [50, 50, 50, 50, 0.1, 0.01][i]!))).to.deep.equal([
      100, 150, 150, -100, 0.2, 1.01,
    ])
  })
})
