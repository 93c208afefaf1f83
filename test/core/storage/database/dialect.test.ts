// Which collation texts get, by what the server has.
import { expect } from 'chai'
import type { QueryRunner } from '../../../../core/storage/database/statement.js'
import { mysql } from '../../../../core/storage/database/dialects/mysql.js'

/** A server that knows these collations. */
const server = (...names: readonly string[]): QueryRunner => ({
  query: <R extends object>() => Promise.resolve(names.map((name) => ({ name })) as R[]),
})
const keyOn = async (...names: readonly string[]): Promise<string> => {
  const dialect = await mysql.adapt!(server(...names))
  return dialect.columnType({ type: 'key', length: 10, nullable: false })
}

describe('The dialect of MySQL and MariaDB', () => {
  it('compares texts byte by byte without padding, by the collation that the server has', async () => {
    expect(await keyOn('utf8mb4_bin', 'utf8mb4_nopad_bin')).to.contain('COLLATE utf8mb4_nopad_bin NOT NULL')
    expect(await keyOn('utf8mb4_0900_bin', 'utf8mb4_bin')).to.contain('COLLATE utf8mb4_0900_bin NOT NULL')
  })

  it('refuses a server that has neither', async () => {
    const error = await keyOn('utf8mb4_bin').catch((thrown: unknown) => thrown)
    expect(String(error)).to.contain('It needs one of the collations utf8mb4_nopad_bin and utf8mb4_0900_bin')
  })
})
