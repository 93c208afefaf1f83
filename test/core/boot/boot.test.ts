// Boot: the start order, the faults that stop it, and the cleanup after a failed start.
import { messageText } from '../../../core/foundation/message-format.js'
import { expect } from 'chai'
import type { App } from '../../../core/app.js'
import { boot } from '../../../core/boot/boot.js'
import { backgroundToken, clockToken, openDatabaseToken } from '../../../core/boot/tokens.js'
import type { Plugin, Composition } from '../../../core/contract.js'
import { type BootError, describeFault } from '../../../core/foundation/errors.js'
import { defineToken, type Disposable } from '../../../core/foundation/injection.js'
import type { BackgroundWork } from '../../../core/storage/context.js'
import { openDatabase } from '../../../core/storage/database/connection.js'
import { standalone } from '../../../hosts/standalone/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { withProperty } from '../../fixtures/customizations/with-property.js'
import { withQuestionType } from '../../fixtures/customizations/with-question-type.js'
import { bootTestApp } from '../../support/test-app.js'
import { createEmptyDatabase, type EmptyDatabase, isServerDatabase } from '../../support/database.js'
import { catchError } from '../../support/caught-error.js'

/** A plugin that records its start and its stop. */
function diarist(name: string, diary: string[], failing?: Error): Plugin {
  return {
    name,
    core: '*',
    start() {
      diary.push(`start ${name}`)
      if (failing) throw failing
    },
    stop: () => void diary.push(`stop ${name}`),
  }
}

const base: Composition = { languages: ['en-GB', 'de-DE'], host: standalone(), plugins: [stock], logLevel: 'silent' }

describe('boot', () => {
  let empty: EmptyDatabase
  beforeEach(async () => {
    empty = await createEmptyDatabase()
  })
  afterEach(() => empty.drop())

  it('starts the host, then plugins in the configured order, and stops them once in reverse order', async () => {
    const diary: string[] = []
    const host = { ...standalone(), ...diarist('standalone', diary) }
    const app = await bootTestApp({ host, plugins: [stock, diarist('first', diary), diarist('second', diary)] })
    expect(diary).to.deep.equal(['start standalone', 'start first', 'start second'])
    await Promise.all([app.stop(), app.stop()])
    expect(diary.slice(3)).to.deep.equal(['stop second', 'stop first', 'stop standalone'])
  })

  it('stops the started plugins if one fails, closes the database and names the failing plugin', async () => {
    const diary: string[] = []
    const database = await openDatabase(empty.url)
    let closed = 0
    const close = async (): Promise<void> => {
      closed++
      await database.close()
    }
    const plugins = [stock, diarist('first', diary), diarist('broken', diary, new Error('no tea')), diarist('last', diary)]
    const error = await catchError(
      boot(
        { ...base, plugins },
        {
          bind: (container) =>
            container.replace(openDatabaseToken, 'test', { useFactory: () => () => Promise.resolve({ ...database, close }) }),
        },
      ),
    )
    expect(diary).to.deep.equal(['start first', 'start broken', 'stop broken', 'stop first'])
    expect(closed).to.equal(1)
    expect((error as BootError).faults.map((fault) => describeFault(fault))).to.deep.equal([
      "[plugin-start] broken: The plugin 'broken' could not start: no tea. Fix the cause and start the service again.",
    ])
  })

  it('stops the remaining plugins if one of them cannot be stopped', async () => {
    const diary: string[] = []
    const stubborn: Plugin = { name: 'stubborn', core: '*', stop: () => Promise.reject(new Error('never')) }
    const app = await bootTestApp({ plugins: [stock, diarist('first', diary), stubborn] })
    await app.stop()
    expect(diary).to.deep.equal(['start first', 'stop first'])
  })

  it('ends plugins before services, and the database last', async () => {
    const diary: string[] = []
    class Diary implements Disposable, BackgroundWork {
      begin(): void {}
      atEnd(): void {}
      async dispose(): Promise<void> {
        await new Promise((resolve) => setImmediate(resolve))
        diary.push('end services')
      }
    }
    const database = await openDatabase(empty.url)
    const close = async (): Promise<void> => {
      diary.push('close database')
      await database.close()
    }
    const app = await bootTestApp({
      opened: { ...database, close },
      plugins: [stock, diarist('first', diary)],
      bind: (container) => container.replace(backgroundToken, 'test', { useClass: Diary }),
    })
    await app.stop()
    expect(diary).to.deep.equal(['start first', 'stop first', 'end services', 'close database'])
  })

  it('gives every class the service that a test binds in place of another', async () => {
    const clock = { now: () => Date.parse('2031-05-01T10:00:00Z') }
    const app = await bootTestApp({ bind: (container) => container.replace(clockToken, 'test', { useFactory: () => clock }) })
    const { id } = await app.access.tokens.mint({ name: 'import', scopes: ['catalog:read'] })
    const minted = (await app.access.tokens.list()).find((token) => token.id === id)
    expect(minted?.created).to.equal('2031-05-01T10:00:00.000Z')
    expect(app.context.clock).to.equal(clock)
    await app.stop()
  })

  it('reports a token that is bound twice or replaced without a binding, before the database is opened', async () => {
    const stray = defineToken<object>('stray')
    const error = await catchError(
      boot(
        { ...base, database: 'sqlite:/nowhere/at/all.sqlite' },
        {
          bind(container) {
            container.bind(clockToken, 'sundial', { useFactory: () => ({ now: () => 0 }) })
            container.replace(stray, 'sundial', { useFactory: () => ({}) })
          },
        },
      ),
    )
    expect((error as BootError).faults.map(({ id, owner }) => [id, owner])).to.deep.equal([
      ['token-clash', 'sundial'],
      ['token-unbound', 'sundial'],
    ])
  })

  it('runs two apps in one process with separate data and separate registries', async () => {
    const [first, two] = await Promise.all([bootTestApp(), bootTestApp({ customizations: [withQuestionType] })])
    const list = { title_en_GB: 'Blinds', title_de_DE: 'Rollos' }
    await first.records.write('product-list', list)
    expect((await first.records.list('product-list')).meta.total).to.equal(1)
    expect((await two.records.list('product-list')).meta.total).to.equal(0)
    expect([
      first.context.registry.questionTypes.has('Engraving'),
      two.context.registry.questionTypes.has('Engraving'),
    ]).to.deep.equal([false, true])
    await first.stop()
    expect(await two.records.write('product-list', list)).to.include({ inserted: true })
    await two.stop()
  })

  it('reports in one sentence that the database cannot be reached', async () => {
    const unreachable = onUnreachable()
    const error = await catchError(boot({ ...base, database: unreachable.url }))
    expect(error.message).to.match(unreachable.says)
  })

  it('rejects a database that a newer version has migrated', async () => {
    const database = empty.url
    await (await boot({ ...base, database })).stop()
    await change(database, "UPDATE svc_system_variables SET value = '9000' WHERE name = 'migration_pointer core'")
    for (const migrations of ['run', 'install', 'none'] as const) {
      const error = await catchError(boot({ ...base, database }, { migrations }))
      expect(error.message, migrations).to.match(/^The database is newer than this program: its version is 9000/)
    }
  })

  it('rejects questions with a type that no plugin registers', async () => {
    const database = empty.url
    const app = await boot({ ...base, database, customizations: [withQuestionType] })
    await writeQuestion(app, 'Engraving')
    await app.stop()
    const error = await catchError(boot({ ...base, database }))
    expect((error as BootError).faults.map(({ id, message }) => [id, message])).to.deep.equal([
      ['question-type-unknown', "Question 1 has the type 'Engraving', which is not registered by any plugin."],
    ])
  })

  it('names a property without a column and the helper that adds the column', async () => {
    const database = empty.url
    const customizations = [{ ...withProperty, migrations: [] }]
    const error = await catchError(boot({ ...base, database, customizations }))
    expect((error as BootError).faults.map((fault) => describeFault(fault))).to.deep.equal([
      "[column-missing] with-property: The property 'supplier_code' of 'product' has no column in the database. " +
        "Add it in a migration: addColumn('product', 'supplier_code').",
    ])
  })

  it('installs an empty database, and leaves pending migrations alone with `migrations: install`', async () => {
    const database = empty.url
    await (await boot({ ...base, database }, { migrations: 'install', starts: false })).stop()
    const app = await boot({ ...base, database, customizations: [withProperty] }, { migrations: 'install', starts: false })
    expect(messageText((await app.operations.ready()).checks['migrations']!)).to.equal('1 migration is pending. Run svc:migrate.')
    await app.stop()
  })

  it('serves while a failed migration blocks the others, but is not ready', async () => {
    const failing = {
      ...withProperty,
      migrations: [{ version: '0001', name: 'fail', up: () => Promise.reject(new Error('out of ink')) }],
    }
    const app = await boot({ ...base, database: empty.url, customizations: [{ ...failing, contributes: {} }] })
    expect((await app.records.list('country', { limit: 1 })).meta.total).to.be.greaterThan(200)
    const { ready, checks } = await app.operations.ready()
    expect(ready).to.equal(false)
    expect(messageText(checks['migrations']!)).to.match(
      /^The script 0001 of 'with-property' failed, and all migrations are locked\./,
    )
    expect(messageText(checks['migrations']!)).to.match(/ unlock migrations with svc:migrations:unblock, then run svc:migrate\.$/)
    await app.stop()
    // The previous version, which does not contain the migration, may restart in the meantime.
    const old = await boot({ ...base, database: empty.url })
    const again = await old.operations.ready()
    expect(again.ready).to.equal(true)
    expect(messageText(again.checks['migrations']!)).to.match(/^The script 0001 of 'with-property' failed/)
    await old.stop()
  })
})

function onUnreachable(): { readonly url: string; readonly says: RegExp } {
  // A folder cannot be created below a file.
  if (!isServerDatabase) return { url: 'sqlite:/dev/null/svc.sqlite', says: /^The database .*'\/dev\/null\/svc\.sqlite'.*\.$/ }
  return { url: 'mysql://root@127.0.0.1:1/svc', says: /^The database .*127\.0\.0\.1:1.*\.$/ }
}

async function change(url: string, sql: string): Promise<void> {
  const database = await openDatabase(url)
  await database.run(sql)
  await database.close()
}

async function writeQuestion(app: App, type: string): Promise<void> {
  const { records: classes } = await app.records.list('tax-class', { limit: 1 })
  const both = (text: string): object => ({ title_en_GB: text, title_de_DE: text })
  const product = await app.records.write('product', { ...both('Pen'), tax_class_id: classes[0]!['id'] })
  const page = await app.records.write('page', { ...both('Look'), product_id: product.id })
  await app.records.write('question', { ...both('Text'), page_id: page.id, question_type: type })
}
