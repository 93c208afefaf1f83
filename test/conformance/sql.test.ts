// Entities have one write path: no SQL outside core/storage/ changes an entity's table.
import { expect } from 'chai'
import { coreEntities } from '../../core/model/entities/index.js'
import { type SourceFile, readSourceFiles } from '../support/repository.js'

const shipped = /^(?:core\/(?!storage\/)|plugins\/|hosts\/|customizations\/|bin\/).*\.tsx?$/
const entityTables = new Set(coreEntities.map(({ name }) => `svc_${name.replaceAll('-', '_')}`))

/** The table of a statement: a name, or the start of an interpolation. */
const statement = /(?<!FOR |KEY )\b(?:UPDATE|INSERT\s+INTO|REPLACE\s+INTO|DELETE\s+FROM)\s+[`"]?(?<table>svc_\w+|\$\{)/g
/** The table of a statement that the dialect builds. */
const built = /\b(?:insertRows|insertMissing|upsert)\(\s*(?:'(?<table>\w+)'|(?<name>[^'\s]))/g

/** Statements that write an entity's table, or a table whose name is only known at run time. */
function writesOf({ path, text }: SourceFile): readonly string[] {
  if (!shipped.test(path)) return []
  const calls = /database\/dialect\.js|\bdialect\b/.test(text) ? [...text.matchAll(built)] : []
  return [...text.matchAll(statement), ...calls].flatMap(({ 0: match, groups }) => {
    const table = groups?.['table']
    const isOwn = table !== undefined && table !== '${' && !entityTables.has(table)
    return isOwn ? [] : [`${path}: ${match}`]
  })
}

describe('SQL outside core/storage/', () => {
  it('writes no entity table', () => {
    expect(readSourceFiles().flatMap(writesOf)).to.deep.equal([])
  })

  it('is found in each form of a write', () => {
    const lines = [
      'run(`UPDATE svc_cart SET state = ?`)',
      'run(`UPDATE\n  svc_cart SET state = ?`)',
      'run(`DELETE\n  FROM svc_product WHERE id = ?`)',
      "run('DELETE FROM svc_product WHERE id = ?')",
      'run(`INSERT INTO svc_order_line (id) VALUES (?)`)',
      'run(`UPDATE ${quote(entity.table)} SET a = 1`)',
      "import { insertRows } from '../storage/database/dialect.js'; run(insertRows('svc_cart', columns))",
      "import { insertRows } from '../storage/database/dialect.js'; run(insertRows(name, columns))",
      "run(dialect.upsert('svc_settings', columns, key, set))",
    ]
    for (const text of lines) expect(writesOf({ path: 'core/commerce/a.ts', text }), text).to.have.length(1)
    for (const path of ['core/storage/a.ts', 'test/a.ts']) expect(writesOf({ path, text: lines[0]! })).to.deep.equal([])
    const otherTexts = ["run('UPDATE svc_leases SET holder = ?')", "run('SELECT id FROM svc_cart FOR UPDATE')"]
    for (const text of otherTexts) expect(writesOf({ path: 'core/commerce/a.ts', text }), text).to.deep.equal([])
  })
})
