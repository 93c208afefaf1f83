// The MySQL and MariaDB dialect: the collation of texts and INSERT with returned ids, by server version.
import { expect } from 'chai'
import type { QueryRunner } from '../../../../core/storage/database/dialect.js'
import { mysql } from '../../../../core/storage/database/mysql/dialect.js'

/** A server of this version with these collations. */
const server = (version: string, ...names: readonly string[]): QueryRunner => ({
  query: <R extends object>() => Promise.resolve(names.map((name) => ({ name, version })) as R[]),
})
const keyOn = async (...names: readonly string[]): Promise<string> => {
  const dialect = await mysql.adapt!(server('10.11.4-MariaDB', ...names))
  return dialect.columnType({ type: 'key', length: 10, nullable: false })
}

describe('The dialect of MySQL and MariaDB', () => {
  it('compares texts byte by byte without padding, with the collation that the server offers', async () => {
    expect(await keyOn('utf8mb4_bin', 'utf8mb4_nopad_bin')).to.contain('COLLATE utf8mb4_nopad_bin NOT NULL')
    expect(await keyOn('utf8mb4_0900_bin', 'utf8mb4_bin')).to.contain('COLLATE utf8mb4_0900_bin NOT NULL')
  })

  it('rejects a server that has neither collation', async () => {
    const error = await keyOn('utf8mb4_bin').catch((thrown: unknown) => thrown)
    expect(String(error)).to.contain('It needs one of the collations utf8mb4_nopad_bin and utf8mb4_0900_bin')
  })

  it('adds RETURNING id to an INSERT only if the server supports it', async () => {
    const clauseOf = async (version: string) => (await mysql.adapt!(server(version, 'utf8mb4_nopad_bin'))).returningClause
    for (const version of ['10.5.0-MariaDB', '10.11.14-MariaDB-0+deb12u2', '11.4.5-MariaDB-log', '12.0.2-MariaDB']) {
      expect(await clauseOf(version), version).to.equal('RETURNING id')
    }
    for (const version of ['10.4.34-MariaDB', '8.0.36', '9.1.0-commercial'])
      expect(await clauseOf(version), version).to.equal(null)
  })
})
