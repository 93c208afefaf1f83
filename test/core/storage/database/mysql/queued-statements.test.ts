// Statements sent on one connection without waiting: they run in order, each with its own result.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import { type Connection, createConnection } from 'mysql2'
import { executePrepared, sendStatement } from '../../../../../core/storage/database/mysql/connection-pool.js'
import { createEmptyDatabase, type EmptyDatabase, isServerDatabase } from '../../../../support/database.js'

type Answer = readonly Readonly<Record<string, unknown>>[]

/** A statement: already prepared or new, with one row, no rows, many columns, an error or a write. */
interface Asked {
  readonly kind: 'one' | 'none' | 'wide' | 'new' | 'refused' | 'write'
  readonly value: number
  /** True if this statement is sent in a later turn of the event loop. */
  readonly isLate: boolean
}

let shapes = 0

/** The statement and its expected result. */
function statementOf({ kind, value }: Asked): {
  readonly sql: string
  readonly params: readonly number[]
  readonly answer: unknown
} {
  const wide = Array.from({ length: 60 }, (_, column) => `c${column}`)
  const all = {
    one: { sql: 'SELECT CAST(? AS SIGNED) AS value', params: [value], answer: [{ value }] },
    none: { sql: 'SELECT 1 AS value FROM svc_kept WHERE id = ?', params: [-1 - value], answer: [] },
    wide: {
      sql: `SELECT ${wide.map((name) => `CAST(? AS SIGNED) AS ${name}`).join(', ')}`,
      params: wide.map(() => value),
      answer: [Object.fromEntries(wide.map((name) => [name, value]))],
    },
    new: { sql: `SELECT CAST(? AS SIGNED) AS value, ${++shapes} AS shape`, params: [value], answer: [{ value, shape: shapes }] },
    refused: { sql: 'INSERT INTO svc_kept (id) VALUES (?), (0)', params: [0], answer: 'ER_DUP_ENTRY' },
    write: { sql: 'UPDATE svc_kept SET value = ? WHERE id = 0', params: [value], answer: 1 },
  }
  return all[kind]
}

describe('Statements sent on one connection without waiting', function () {
  let empty: EmptyDatabase
  let connection: Connection

  before(async function () {
    if (!isServerDatabase) this.skip()
    empty = await createEmptyDatabase()
    connection = createConnection({ uri: empty.url, flags: ['+FOUND_ROWS'] })
    await sendStatement(connection, 'CREATE TABLE svc_kept (id INT NOT NULL PRIMARY KEY, value INT NULL)')
    await sendStatement(connection, 'INSERT INTO svc_kept (id) VALUES (0)')
  })
  after(async () => {
    connection?.destroy()
    await empty?.drop()
  })

  const answerTo = async (sql: string, params: readonly number[]): Promise<unknown> => {
    try {
      const result = await executePrepared<Answer | { readonly affectedRows: number }>(connection, sql, params)
      return 'affectedRows' in result ? result.affectedRows : result.map((row) => ({ ...row }))
    } catch (error) {
      return (error as { readonly code?: string }).code
    }
  }

  const ask = (value: number): Promise<unknown> => answerTo('SELECT CAST(? AS SIGNED) AS value', [value])

  it('run before a later statement that is sent without preparation', async () => {
    const write = answerTo('UPDATE svc_kept SET value = ? WHERE id = 0', [77])
    expect(await sendStatement(connection, 'SELECT value FROM svc_kept')).to.deep.equal([{ value: 77 }])
    await write
  })

  it('get their own result in any combination of prepared, new, failing and late statements', async () => {
    const kind = fc.constantFrom<Asked['kind']>('one', 'none', 'wide', 'new', 'refused', 'write')
    const statement = fc.record({ kind, value: fc.integer({ min: 0, max: 1_000_000 }), isLate: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 20 }), async (all) => {
        const answers: Promise<unknown>[] = []
        const expected: unknown[] = []
        for (const sample of all) {
          if (sample.isLate) await new Promise(setImmediate)
          const { sql, params, answer } = statementOf(sample)
          answers.push(answerTo(sql, params))
          expected.push(answer)
        }
        expect(await Promise.all(answers)).to.deep.equal(expected)
      }),
      { numRuns: 150 },
    )
  })

  it('fail separately if the driver rejects a parameter', async () => {
    const wrong = [undefined] as unknown as readonly number[]
    const refused = executePrepared(connection, 'SELECT ? AS value', wrong).catch((error: unknown) => (error as Error).name)
    expect(await Promise.all([ask(1), refused, ask(2)])).to.deep.equal([[{ value: 1 }], 'TypeError', [{ value: 2 }]])
  })

  it('all fail with NOT_READY if the connection breaks', async () => {
    const other = createConnection({ uri: empty.url })
    await sendStatement(other, 'SELECT 1')
    const failing = Array.from({ length: 5 }, (_, n) =>
      executePrepared(other, 'SELECT SLEEP(5), ? AS n', [n]).catch(
        (error: unknown) => (error as { readonly code?: string }).code,
      ),
    )
    await sleep(50)
    ;(other as unknown as { readonly stream: NodeJS.Socket & { destroy(error: Error): void } }).stream.destroy(
      Object.assign(new Error('cut'), { code: 'ECONNRESET', fatal: true }),
    )
    expect(await Promise.all(failing)).to.deep.equal(failing.map(() => 'NOT_READY'))
  })
})
