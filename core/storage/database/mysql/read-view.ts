// A consistent snapshot of a MySQL database for backups, on its own connection.
import type { Connection } from 'mysql2'
import { quote, quoteAll } from '../dialect.js'
import type { ReadView } from '../driver.js'
import type { Row, SqlParameter } from '../statement.js'
import { executePrepared, sendStatement } from './send.js'

/** Rows per batch, read ahead of the consumer. */
const batchSize = 200

/** A view with exclusive use of the connection. Ending the view calls `release`. */
export async function createMysqlReadView(connection: Connection, release: () => void): Promise<ReadView> {
  let unfinished = 0
  const end = async (): Promise<void> => {
    // An unfinished read leaves unread rows on the connection, which makes it unusable.
    if (unfinished > 0) connection.destroy()
    else await sendStatement(connection, 'ROLLBACK').catch(() => connection.destroy())
    release()
  }
  try {
    await sendStatement(connection, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await sendStatement(connection, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
  } catch (error) {
    await end()
    throw error
  }
  return {
    query: <R extends object>(sql: string, params: readonly SqlParameter[] = []) => executePrepared<R[]>(connection, sql, params),
    async *rows({ table, columns, key, where: filterSql }) {
      const condition = filterSql === undefined ? '' : ` WHERE ${filterSql}`
      const sql = `SELECT ${quoteAll(columns)} FROM ${quote(table)}${condition} ORDER BY ${quoteAll(key)}`
      unfinished++
      let batch: Row[] = []
      for await (const row of connection.query(sql).stream({ highWaterMark: batchSize })) {
        batch.push(row as Row)
        if (batch.length < batchSize) continue
        yield batch
        batch = []
      }
      unfinished--
      yield batch
    },
    end,
  }
}
