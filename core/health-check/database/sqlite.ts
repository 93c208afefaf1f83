// Health check of SQLite: version, journal mode, and integrity of the file.
import { broken, doubtful, type HealthReport, sound } from '../define.js'
import type { Queryable } from '../../storage/database/queryable.js'

/** Maximum size in bytes for the integrity check. It takes too long for larger files. */
const maximumCheckedSize = 4 * 2 ** 30

async function queryValue(on: Queryable, sql: string): Promise<unknown> {
  const [row] = await on.query(sql)
  return row === undefined ? null : Object.values(row)[0]
}

export async function checkSqliteDatabase(on: Queryable & { readonly maskedUrl: string }): Promise<readonly HealthReport[]> {
  const opinions = [sound(`SQLite ${String(await queryValue(on, 'SELECT sqlite_version()'))}, ${on.maskedUrl}.`)]
  const journal = String(await queryValue(on, 'PRAGMA journal_mode'))
  if (journal !== 'wal' && journal !== 'memory') {
    const advice = 'Put the file on a local disk: a network share knows no journal that several processes can use.'
    opinions.push(doubtful(`The journal is '${journal}', not 'wal'.`, advice))
  }
  const bytes = Number(await queryValue(on, 'PRAGMA page_count')) * Number(await queryValue(on, 'PRAGMA page_size'))
  if (bytes > maximumCheckedSize)
    opinions.push(sound(`The file has ${Math.round(bytes / 2 ** 20)} MB, too many to look at each page.`))
  else {
    const result = String(await queryValue(on, 'PRAGMA quick_check(1)'))
    if (result !== 'ok') {
      const advice = 'Stop the service, keep a copy of the file, and restore the last backup with svc:restore.'
      opinions.push(broken(`The file is damaged: ${result}.`, advice))
    }
  }
  return opinions
}
