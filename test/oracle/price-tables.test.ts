// Real price tables of roller blinds: 600 lookups with expected values, stored, loaded and calculated by the service.
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bootTestApp, type TestApp } from '../support/test-app.js'
import { createCatalogAuthor } from '../support/catalog-author.js'

interface Lookup {
  readonly matrix: string
  readonly lookup: 'nextHigher' | 'nextLower' | 'exact'
  readonly row: string
  readonly column: string
  /** null = no matching cell. */
  readonly expected: string | null
}

interface Table {
  readonly cells: readonly { readonly row: number; readonly column: number; readonly value: string }[]
}

const folder = fileURLToPath(new URL('../../../test/fixtures/price-roller-blinds', import.meta.url))
const fixture = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))
const fileOf = (matrix: string): string => `matrix-${matrix.toLowerCase().replace(' ', '-')}`

describe('The roller blind price tables', () => {
  const lookups = fixture('lookups') as readonly Lookup[]
  const keys = [...new Set(lookups.map(({ matrix, lookup }) => `${matrix}/${lookup}`))]
  const calculations = new Map<string, number>()
  let app: TestApp
  let productId: number
  let drop: number
  let width: number

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp()
    const author = createCatalogAuthor(app)
    const entry = { validate: true, input_restriction: 'decimal' }
    productId = await author.product('Blind')
    const page = await author.page(productId, 'Size')
    drop = await author.question(page, 'Drop', 'Textbox', entry)
    width = await author.question(page, 'Width', 'Textbox', entry)
    for (const key of keys) {
      const [matrix = '', lookup] = key.split('/')
      const { cells } = fixture(fileOf(matrix)) as Table
      const body = { row_question_id: drop, column_question_id: width, lookup, cells }
      calculations.set(key, await author.calculation(productId, key, 'matrix', body))
    }
  })

  after(() => app?.stop())

  it(`return the expected value for all ${lookups.length} lookups`, async function () {
    this.timeout(120_000)
    const { configurations } = app.shop
    const { configuration } = await configurations.start({ product_id: productId })
    const wrong: string[] = []
    for (const { matrix, lookup, row, column, expected } of lookups) {
      const selections = [
        { question_id: drop, value: row },
        { question_id: width, value: column },
      ]
      const reply = await configurations.change(configuration, { selections }, { calculations: true })
      const value = reply.calculations?.find((calculation) => calculation.id === calculations.get(`${matrix}/${lookup}`))?.value
      const expectedValue = expected === null ? null : Number(expected)
      if (value !== expectedValue)
        wrong.push(`${matrix} ${lookup} ${row} × ${column}: ${String(value)} instead of ${String(expectedValue)}`)
    }
    expect(lookups).to.have.length(600)
    expect(wrong).to.deep.equal([])
  })
})
