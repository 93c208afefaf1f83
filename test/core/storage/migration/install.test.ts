// The installation: every column and index as declared, on SQLite and database servers, and seed data for a shop that can sell.
import { expect } from 'chai'
import { completeEntity } from '../../../../core/model/entity/define.js'
import { coreEntities } from '../../../../core/model/entities/index.js'
import { internalTables } from '../../../../core/storage/database/internal-tables.js'
import { type Dialect, type ExistingTable, quoteName } from '../../../../core/storage/database/dialect.js'
import { type Table, indexName } from '../../../../core/foundation/table.js'
import { findDifferentColumns } from '../../../../core/storage/migration/charset.js'
import type { Migration } from '../../../../core/storage/migration/migration.js'
import { listTableIndexes } from '../../../../core/storage/migration/migration-steps.js'
import { migrate } from '../../../../core/storage/migration/runner.js'
import { coreMigrations } from '../../../../migrations/index.js'
import { openEmptyDatabase } from '../../../support/database.js'
import {
  coreEntityTables,
  type InstalledDatabase,
  installCore,
  openInstalledDatabase,
  testLanguages,
} from '../../../support/installed-database.js'

/** Each difference between the declared tables and the real ones, a line each. */
function compareSchema(
  dialect: Dialect,
  declared: readonly Table[],
  real: ReadonlyMap<string, ExistingTable>,
): readonly string[] {
  const names = new Set(declared.map((table) => table.name))
  return [
    ...declared.flatMap((table) => {
      const present = real.get(table.name)
      return present ? compareTable(dialect, table, present) : [`table ${table.name} is missing`]
    }),
    ...[...real.keys()].filter((name) => !names.has(name)).map((name) => `table ${name} has no declaration`),
  ]
}

function compareTable(dialect: Dialect, table: Table, real: ExistingTable): readonly string[] {
  const indexes = new Map(
    listTableIndexes(table).map(({ columns, unique }) => [indexName(table.name, columns, unique), `${columns.join()} ${unique}`]),
  )
  const missing = Object.keys(table.columns).filter((name) => !real.columns.has(name))
  const stray = [...real.columns.keys()].filter((name) => !table.columns[name])
  const differences = [
    ...missing.map((name) => `column ${name} is missing`),
    ...findDifferentColumns(dialect, table, real).map((name) => `column ${name} differs`),
    ...stray.map((name) => `column ${name} has no declaration`),
    ...(real.primaryKey.join() === table.primaryKey.join() ? [] : ['primary key differs']),
    ...[...indexes].flatMap(([name, columns]) => {
      const present = real.indexes.get(name)
      if (!present) return [`index ${name} is missing`]
      return `${present.columns.join()} ${present.unique}` === columns ? [] : [`index ${name} differs`]
    }),
    ...[...real.indexes.keys()].filter((name) => !indexes.has(name)).map((name) => `index ${name} has no declaration`),
  ]
  return differences.map((difference) => `${table.name}: ${difference}`)
}

describe('The install', () => {
  let database: InstalledDatabase
  before(async () => {
    database = await openInstalledDatabase()
  })
  after(() => database.close())

  const rows = (sql: string, ...params: (string | number)[]): Promise<object[]> => database.query<object>(sql, params)
  const count = async (table: string): Promise<unknown> =>
    Object.values((await rows(`SELECT COUNT(*) AS n FROM ${table}`))[0]!)[0]

  it('creates exactly the declared tables, columns and indexes', async () => {
    const declared = [...internalTables, ...coreEntityTables.values()]
    const real = await database.dialect.readTables(database)
    expect(compareSchema(database.dialect, declared, real)).to.deep.equal([])
  })

  it('fails the schema comparison if a column, an index or a table differs', async () => {
    const real = new Map(await database.dialect.readTables(database))
    const columns = new Map(real.get('svc_page')!.columns)
    columns.delete('css_classes')
    columns.set('product_id', { ...columns.get('product_id')!, nullable: true })
    columns.set('stray', { type: 'TEXT', nullable: true })
    real.set('svc_page', { columns, primaryKey: ['product_id'], indexes: new Map() })
    real.delete('svc_tokens')
    const declared = [...internalTables, ...coreEntityTables.values()]
    const differences = compareSchema(database.dialect, declared, real)
    expect(differences).to.include.members([
      'table svc_tokens is missing',
      'svc_page: column css_classes is missing',
      'svc_page: column product_id differs',
      'svc_page: column stray has no declaration',
      'svc_page: primary key differs',
      'svc_page: index i_svc_page_product_id_ordering is missing',
    ])
  })

  it('makes the same tables and rows as all scripts, one after the other', async () => {
    const [fresh, migrated] = [await openEmptyDatabase(), await openEmptyDatabase()]
    try {
      expect((await installCore(fresh)).ran.map(({ version }) => version)).to.deep.equal(['0001'])
      const migrations = coreMigrations.map(({ version, name, up }): Migration => ({ version, name, up }))
      const tracks = [{ owner: 'core', migrations }]
      const { ran } = await migrate({ database: migrated, tracks, entityTables: coreEntityTables, languages: testLanguages })
      expect(ran).to.have.length(coreMigrations.length)
      const tables = await fresh.dialect.readTables(fresh)
      expect(await migrated.dialect.readTables(migrated)).to.deep.equal(tables)
      // A lease contains the time of the migration.
      for (const table of [...tables.keys()].filter((name) => name !== 'svc_leases')) {
        const [actual, expected] = await Promise.all(
          [fresh, migrated].map((place) => place.query(`SELECT * FROM ${quoteName(table)} ORDER BY 1, 2`)),
        )
        expect(actual, table).to.deep.equal(expected)
      }
    } finally {
      await fresh.close()
      await migrated.close()
    }
  })

  it('continues script by script after an interruption', async () => {
    const interrupted = await openEmptyDatabase()
    try {
      await interrupted.execute(interrupted.dialect.createTable(coreEntityTables.get('product')!))
      const { ran, failure } = await installCore(interrupted)
      expect(failure).to.equal(null)
      expect(ran.map(({ version }) => version)).to.deep.equal(coreMigrations.map(({ version }) => version))
    } finally {
      await interrupted.close()
    }
  })

  it('runs no script the second time', async () => {
    const before = await count('svc_country')
    expect((await installCore(database)).ran).to.deep.equal([])
    expect(await count('svc_country')).to.equal(before)
  })

  it('seeds every country with its name in each language, and the members of the EU VAT area', async () => {
    const sql = `SELECT c.iso3 AS iso3, c.in_eu_vat_area AS eu, t.text AS name FROM svc_country c JOIN svc_texts t
      ON t.entity = 'country' AND t.entity_id = c.id AND t.field = 'name' AND t.language_tag = ? WHERE c.iso2 = ?`
    expect(await count('svc_country')).to.equal(250)
    expect({ ...(await rows(sql, 'de-DE', 'AT'))[0] }).to.deep.equal({ iso3: 'AUT', eu: 1, name: 'Österreich' })
    expect({ ...(await rows(sql, 'en-GB', 'CH'))[0] }).to.deep.equal({ iso3: 'CHE', eu: 0, name: 'Switzerland' })
    expect(await rows('SELECT id FROM svc_country WHERE in_eu_vat_area = 1')).to.have.length(27)
  })

  it('seeds the currencies with the euro as the only base, default and published currency', async () => {
    const sql =
      'SELECT code, decimals, symbol, multiplicator FROM svc_currency WHERE is_base = 1 OR is_default = 1 OR published = 1'
    expect((await rows(sql)).map((row) => ({ ...row }))).to.deep.equal([
      { code: 'EUR', decimals: 2, symbol: '€', multiplicator: 100_000_000 },
    ])
    const currencies = await rows('SELECT code, decimals FROM svc_currency WHERE code IN (?, ?) ORDER BY code', 'JPY', 'KWD')
    expect(currencies.map((row) => Object.values(row))).to.deep.equal([
      ['JPY', 0],
      ['KWD', 3],
    ])
  })

  it('seeds one record of each entity that an order needs', async () => {
    const tables = ['settings', 'store', 'tax_class', 'customer_group', 'zone', 'shipper', 'shipping_method', 'payment_method']
    for (const name of tables) expect(await count(`svc_${name}`), name).to.equal(1)
    expect(await count('svc_salutation')).to.equal(2)
    const [settings] = await rows('SELECT language_tag, active_languages, default_customer_group_id FROM svc_settings')
    expect({ ...settings }).to.deep.equal({
      language_tag: 'en-GB',
      active_languages: '["en-GB","de-DE"]',
      default_customer_group_id: 1,
    })
    expect(await rows("SELECT target_id FROM svc_references WHERE source_entity = 'zone'")).to.have.length(250)
    const rates = await rows(
      'SELECT c.iso2, r.rate, r.code FROM svc_tax_rate r JOIN svc_country c ON c.id = r.country_id WHERE c.in_eu_vat_area = 1',
    )
    expect(rates).to.have.length(27)
    expect(rates).to.deep.include({ iso2: 'FI', rate: 255_000, code: 'VAT FI 25.5 %' })
  })

  it('sets each declared default in the seeded records', async () => {
    for (const definition of coreEntities) {
      const entity = completeEntity(definition, 'core')
      const defaults = Object.values(entity.properties).filter(
        (property) => property.default !== undefined && !property.translatable,
      )
      for (const record of await rows(`SELECT * FROM ${entity.table}`)) {
        for (const { name } of defaults) expect(record, `${entity.name}.${name}`).to.have.property(name).that.is.not.equal(null)
      }
    }
  })

  it('is restored by a reset', async () => {
    await database.run('DELETE FROM svc_currency')
    await database.run("UPDATE svc_settings SET weight_unit = 'lb'")
    await database.run('INSERT INTO svc_product (sku, revision) VALUES (?, ?)', ['X', 1])
    await database.reset()
    expect([await count('svc_currency'), await count('svc_product')]).to.deep.equal([166, 0])
    expect({ ...(await rows('SELECT weight_unit FROM svc_settings'))[0] }).to.deep.equal({ weight_unit: 'kg' })
  })
})
