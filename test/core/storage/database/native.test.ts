// SQLite rows as the service reads them: keyed by column name, with large integers as text.
import { expect } from 'chai'
import { NativeConnection } from '../../../../core/storage/database/sqlite/native-connection.js'

describe('Rows of SQLite', () => {
  let connection: NativeConnection
  beforeEach(() => {
    connection = new NativeConnection(':memory:', 0)
    connection.exec('CREATE TABLE entry (n INTEGER NOT NULL, text TEXT)')
  })
  afterEach(() => connection.close())

  const columns = Array.from({ length: 40 }, (_, i) => `c${i}`)
  const wide = `SELECT ${columns.map((name, i) => `${i} AS ${name}`).join(', ')}`

  it('have their columns in the order of the statement and the values of their row', () => {
    connection.run('INSERT INTO entry (n, text) VALUES (?, ?)', [1, 'one'])
    connection.run('INSERT INTO entry (n, text) VALUES (?, ?)', [2, null])
    const rows = connection.all('SELECT text, n, n + ? AS sum FROM entry ORDER BY n', [10])
    expect(rows).to.deep.equal([
      { text: 'one', n: 1, sum: 11 },
      { text: null, n: 2, sum: 12 },
    ])
    expect(Object.keys(rows[0]!)).to.deep.equal(['text', 'n', 'sum'])
    expect(connection.all(wide, [])).to.deep.equal([Object.fromEntries(columns.map((name, i) => [name, i]))])
    expect(connection.all('SELECT n FROM entry WHERE n = ?', [3])).to.deep.equal([])
  })

  it('have the value of the last column if several columns share a name', () => {
    expect(connection.all('SELECT 1 AS a, 2 AS b, 3 AS a', [])).to.deep.equal([{ a: 3, b: 2 }])
  })

  it('have integers beyond 2^53 as text and all others as numbers', () => {
    const sql = 'SELECT n, text FROM entry ORDER BY n'
    connection.run('INSERT INTO entry (n, text) VALUES (?, ?)', [1, 'x'])
    expect(connection.all(sql, [])).to.deep.equal([{ n: 1, text: 'x' }])
    connection.run('INSERT INTO entry (n) VALUES (?)', [9_007_199_254_740_993n])
    expect(connection.all(sql, [])).to.deep.equal([
      { n: 1, text: 'x' },
      { n: '9007199254740993', text: null },
    ])
  })

  it('have the current columns for SELECT * after a column was renamed', () => {
    const sql = 'SELECT * FROM entry'
    connection.run('INSERT INTO entry (n) VALUES (?)', [1])
    expect(connection.all(sql, [])).to.deep.equal([{ n: 1, text: null }])
    connection.exec('ALTER TABLE entry RENAME COLUMN text TO words')
    expect(connection.all(sql, [])).to.deep.equal([{ n: 1, words: null }])
  })
})
