// The commands of the program: output, effects and exit codes.
import { expect } from 'chai'
import { coreMigrations } from '../../../migrations/index.js'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { presetsWithScopes } from '../../../core/foundation/access.js'
import { openDatabase } from '../../../core/storage/database/connection.js'
import { unblockMigrations } from '../../../core/storage/migration/runner.js'
import { bootTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'
import { repositoryRoot } from '../../support/repository.js'
import { createXlsx } from '../import-models/xlsx.js'
import { type Cli, cliOn, type Outcome } from './terminal.js'

interface Minted {
  readonly id: number
  readonly token: string
  readonly scopes: readonly string[]
  readonly expires: string | null
}

describe('the program', () => {
  let empty: EmptyDatabase
  let svc: Cli
  before(async () => {
    empty = await createEmptyDatabase()
    svc = cliOn(empty.url)
    expect(await svc('svc:migrate')).to.include({ code: 0 })
  })
  after(() => empty.drop())

  const refused = (outcome: Outcome, code: number, message: string): void => {
    expect({ code: outcome.code, out: outcome.out }).to.deep.equal({ code, out: '' })
    expect(outcome.err.split('\n')[0]).to.equal(message)
  }

  it('uses command names, not MCP tool names, in help and errors', async () => {
    const { out } = await svc('svc:variable:set', '--help')
    expect(out).to.match(/as listed by svc:install:describe/)
    expect(out).not.to.match(/svc_/)
    const { code, err } = await svc('svc:variable:set', 'migration_core', 'x')
    expect(code).to.equal(1)
    expect(err).to.include('Use svc:migrations:unblock.')
  })

  it('lists the scopes of each preset in the help of options that accept one', async () => {
    const { out } = await svc('svc:token:mint', '--help')
    expect(out.replaceAll(/\s+/g, ' ')).to.include('author (catalog:write), fulfilment (orders:write + customers:read), insights')
    expect((await svc('svc:token:mint', 'x', '--preset', 'boss')).err).to.include('operator (store:write + system:write)')
  })

  it('prints the database and its source to stderr without its password, and not with --json', async () => {
    const loud = cliOn(empty.url, { SVC_LOG_LEVEL: 'warn' })
    const { code, out, err } = await loud('svc:token:list')
    expect([code, out]).to.deep.equal([0, 'There are no tokens.'])
    expect(err).to.match(/^Database: (sqlite|mysql):\S+ \(SVC_DATABASE_URL\)\.$/)
    const { password } = new URL(empty.url.replace(/^sqlite:/, 'file:'))
    if (password !== '') expect(err).to.include(':***@').and.not.to.include(password)
    expect((await loud('svc:token:list', '--json')).err).to.equal('')
  })

  describe('svc:migrate', () => {
    it('finds nothing to do the second time, and prints the state of all tracks', async () => {
      const { out } = await svc('migrate', '--json')
      const { ran, tracks } = JSON.parse(out) as {
        readonly ran: readonly string[]
        readonly tracks: readonly { readonly owner: string }[]
      }
      expect(ran).to.deep.equal([])
      expect(tracks[0]).to.include({ owner: 'core' })
      expect((await svc('svc:migrate')).out).to.match(/^Nothing was pending\.\ncore: +\d{4}$/)
    })

    it('prints each script to stderr while it runs', async () => {
      const fresh = await createEmptyDatabase()
      const { code, err } = await cliOn(fresh.url)('migrate')
      expect([code, err]).to.deep.equal([0, 'Migration 1 of 1: core 0001 install.'])
      const database = await openDatabase(fresh.url)
      await unblockMigrations(database, [{ owner: 'core', migrations: coreMigrations }], { setVersion: '0001' })
      await database.close()
      const scripts = coreMigrations
        .slice(1)
        .map(({ version, name }, index, { length }) => `Migration ${index + 1} of ${length}: core ${version} ${name}.`)
      expect((await cliOn(fresh.url)('migrate')).err).to.equal(scripts.join('\n'))
      await fresh.drop()
    })
  })

  describe('svc:token', () => {
    it('creates a token and prints it as one line of JSON', async () => {
      const { code, out } = await svc('svc:token:mint', 'all', '--preset', 'everything', '--scope', 'code:write', '--json')
      expect(code).to.equal(0)
      const minted = JSON.parse(out) as Minted
      expect(Object.keys(minted)).to.deep.equal(['id', 'name', 'token', 'scopes', 'expires'])
      expect(minted.token).to.match(new RegExp(`^svc_${minted.id}_[A-Za-z0-9_-]{43}$`))
      expect(minted.scopes).to.include.members(['code:write', 'catalog:write', 'system:write'])
      expect(minted.expires).to.equal(null)
    })

    it('creates a token and prints it alone on the last line', async () => {
      const { out } = await svc(
        'token:mint',
        'Shop sync',
        '--preset=author',
        '--scope',
        'orders:read',
        '--scope',
        'store:write',
        '--expires',
        '30d',
      )
      const lines = out.split('\n')
      expect(lines.at(-1)).to.match(/^svc_\d+_[A-Za-z0-9_-]{43}$/)
      expect(lines[0]).to.include("'Shop sync' has catalog:write, orders:read, store:write. It expires at 2")
    })

    it('lists tokens without their secrets and revokes one', async () => {
      const { id, token } = JSON.parse((await svc('token:mint', 'gone', '--json')).out) as Minted
      expect((await svc('token:revoke', String(id))).out).to.equal(`Token ${id} is revoked.`)
      const list = await svc('token:list', '--json')
      // The secret has 43 characters and may contain underscores.
      expect(list.out).not.to.include(token.slice(-43))
      const revokedToken = (JSON.parse(list.out) as readonly { readonly id: number; readonly revoked: string | null }[]).find(
        (candidate) => candidate.id === id,
      )
      expect(revokedToken?.revoked).to.match(/^\d{4}-/)
    })

    it('rejects unknown presets and scopes, scopes that everyone has, and past expiries', async () => {
      refused(
        await svc('token:mint', 'x', '--preset', 'autor'),
        1,
        `There is no preset 'autor'. Did you mean 'author'? Available presets: ${presetsWithScopes}.`,
      )
      refused(await svc('token:mint', 'x', '--scope', 'store:read'), 1, "Every caller has the scope 'store:read'. Leave it out.")
      refused(
        await svc('token:mint', 'x', '--expires', '2001-01-01'),
        1,
        "Field 'expires' must be in the future, not '2001-01-01'.",
      )
      refused(await svc('token:revoke', '999'), 1, 'There is no token 999. List the existing ones with svc:token:list.')
    })

    it('treats a missing name and an invalid id as wrong usage', async () => {
      refused(await svc('token:mint'), 2, "Missing required argument 'name'.")
      refused(await svc('token:revoke', 'first'), 2, "Field 'id' takes an id: a whole number from 1.")
    })
  })

  describe('svc:languages:set', () => {
    it('sets the active languages with the first as the default', async () => {
      const fresh = await createEmptyDatabase()
      const own = cliOn(fresh.url)
      expect(await own('languages:set', 'de-DE', 'fr-FR', 'en-GB')).to.include({
        code: 0,
        out: 'Active languages are de-DE, fr-FR, en-GB. The default language is de-DE.',
      })
      expect((await own('languages:set', 'en_GB')).code).to.equal(2)
      expect((await own('languages:set')).code).to.equal(2)
      await fresh.drop()
    })

    it('rejects languages that do not exist', async () => {
      const fresh = await createEmptyDatabase()
      const own = cliOn(fresh.url)
      for (const tag of ['xx-YY', 'qq', 'en-YY', 'de-Abcd-DE']) {
        const { code, err } = await own('languages:set', 'en-GB', tag)
        expect([code, err], tag).to.satisfy(([exitCode]: readonly [number, string]) => exitCode === 1)
        expect(err).to.contain(`There is no such language as '${tag}'`)
      }
      expect((await own('languages:set', 'en-GB', 'zh-Hant-TW', 'es-419', 'gsw')).code).to.equal(0)
      await fresh.drop()
    })

    it('warns about missing texts in a new language, which are shown in another', async () => {
      const fresh = await createEmptyDatabase()
      const own = cliOn(fresh.url)
      expect((await own('languages:set', 'en-GB', 'de-DE')).code).to.equal(0)
      expect((await own('languages:missing')).out).to.equal('No text is missing in any active language.')
      const { err, code, out } = await own('languages:set', 'fr-FR', 'en-GB', 'de-DE', '--json')
      expect(code).to.equal(0)
      expect(err).to.match(/^Warning: 70 texts are missing in fr-FR and shown in another language: 16 of notification\./)
      expect(err).to.contain("'svc:languages:missing' lists them.").and.not.to.contain('missing in de-DE')
      const { missing } = JSON.parse(out) as { readonly missing: readonly object[] }
      expect(missing).to.deep.include({ language: 'fr-FR', entity: 'customer-group', field: 'title', missing: 1 })
      const listed = JSON.parse((await own('languages:missing', 'fr-FR', '--ids', '2', '--json')).out) as readonly object[]
      expect(listed).to.deep.include({ language: 'fr-FR', entity: 'salutation', field: 'title', missing: 2, ids: [1, 2] })
      expect(missing.some((gap) => JSON.stringify(gap).includes('country'))).to.equal(false)
      expect((await own('languages:missing', 'it-IT')).code).to.equal(1)
      await fresh.drop()
    })
  })

  describe('svc:table:import', () => {
    it('imports a table named after its file, and reports unreadable files and unknown answers', async () => {
      const app = await bootTestApp({ opened: await openDatabase(empty.url) })
      const author = createCatalogAuthor(app)
      const product = await author.product('Table of variants')
      const question = await author.question(await author.page(product, 'Page'), 'Colour', 'Dropdown')
      for (const title of ['Red', 'Blue']) await author.answer(question, title)
      const folder = mkdtempSync(join(tmpdir(), 'svc-table-'))
      const file = join(folder, 'In stock.csv')
      writeFileSync(file, 'Colour\nRed\n')
      const { code, out } = await svc('table:import', String(product), file, '--json')
      expect(code).to.equal(0)
      expect(JSON.parse(out)).to.deep.include({ name: 'In stock', mode: 'allow', created: true, columns: ['Colour'], rows: 1 })
      const { records } = await app.records.list('variant-table', { filters: new Map([['product_id', product]]) })
      expect(records.map(({ name }) => name)).to.deep.equal(['In stock'])
      writeFileSync(file, Buffer.from('\u{feff}Colour\nBlue\n', 'utf16le'))
      expect(JSON.parse((await svc('table:import', String(product), file, '--json')).out)).to.include({ created: false, rows: 1 })
      writeFileSync(file, Buffer.from('Colour\nR\xe9d\n', 'latin1'))
      refused(
        await svc('table:import', String(product), file),
        1,
        "Line 2, column 'Colour': There is no answer 'Réd'. Did you mean 'Red'? Available: Red, Blue.",
      )
      writeFileSync(file, await createXlsx({ name: 'T', hiddenRows: [3], rows: [['Colour'], ['Red'], ['Blue']] }))
      const hidden = JSON.parse((await svc('table:import', String(product), file, '--json')).out) as { file_findings: object[] }
      expect(hidden).to.include({ rows: 1 })
      expect(hidden.file_findings).to.deep.equal([
        {
          grade: 'warning',
          kind: 'hidden-rows',
          message: "Hidden rows of the worksheet 'T' were skipped: 3. Unhide them to import them.",
        },
      ])
      writeFileSync(file, 'Colour\nGreen\n')
      refused(
        await svc('table:import', String(product), file),
        1,
        "Line 2, column 'Colour': There is no answer 'Green'. Available: Red, Blue.",
      )
      refused(await svc('table:import', String(product), `${file}x`), 1, `The file '${file}x' cannot be read.`)
      rmSync(folder, { recursive: true })
      await app.stop()
    })
  })

  describe('svc:order:print', () => {
    it('writes the document of an order to the given file', async () => {
      const app = await bootTestApp({ opened: await openDatabase(empty.url) })
      const order = { number: 4_711, status: 'ordered', language_tag: 'de-DE', currency_code: 'EUR' }
      await app.records.write('sales-order', order, { internal: true })
      await app.stop()
      const folder = mkdtempSync(join(tmpdir(), 'svc-print-'))
      const file = join(folder, 'paper.pdf')
      const { code, out, err } = await svc('order:print', '4711', '--document', 'delivery-note', '--out', file)
      expect(err).to.equal('')
      expect({ code, out }).to.deep.equal({ code: 0, out: `Wrote ${readFileSync(file).length} bytes to ${file}.` })
      expect(readFileSync(file).toString('latin1', 0, 5)).to.equal('%PDF-')
      rmSync(folder, { recursive: true })
    })

    it('rejects orders, quotes and invoices that do not exist', async () => {
      refused(await svc('order:print', '4712'), 1, 'There is no order with the number 4712.')
      refused(await svc('order:print', '4711', '--document', 'quote'), 1, 'There is no quote with the number 4711.')
      const none = 'Order 4711 has no invoice. One is made when an order is paid, if the settings say so.'
      refused(await svc('order:print', '4711', '--document', 'invoice'), 1, none)
    })
  })

  describe('svc:types:generate', () => {
    it('writes the generated files of this installation', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'svc-types-'))
      const { code, out } = await svc('types:generate', '--out', folder, '--json')
      expect([code, (JSON.parse(out) as { readonly folder: string }).folder]).to.deep.equal([0, folder])
      const schema = JSON.parse(readFileSync(join(folder, 'schemas/read/product.json'), 'utf8')) as {
        readonly properties: object
      }
      expect(schema.properties).to.have.property('title_de_DE')
      for (const path of ['types/entities.ts', 'client/client.ts', 'client/entities.ts', 'client/shop.ts', 'openapi.json'])
        expect(existsSync(join(folder, path)), path).to.equal(true)
      rmSync(folder, { recursive: true })
    })
  })

  describe('svc:config', () => {
    it('shows all settings with their source, and masks secrets', async () => {
      const secret = 'a secret that no user sees'
      const { code, out } = await cliOn('mysql://svc:geheim@db/shop', { SVC_SECRET: secret, SVC_PORT: '8080' })(
        'config',
        '--check',
      )
      expect(code).to.equal(0)
      expect(out).not.to.match(/geheim|nobody sees/)
      expect(out).to.match(/^listenPort +8080 +\(SVC_PORT\)$/m)
      expect(out).to.match(/^listenHost +127\.0\.0\.1 +\(default\)$/m)
      expect(out).to.match(/All boot checks pass\.$/)
    })

    it('shows the settings and every error of the installed plugins', async () => {
      const file = join(repositoryRoot, 'dist', 'test', 'plugins', 'cli', 'broken.config.mjs')
      writeFileSync(
        file,
        "import { standalone } from '../../../hosts/standalone/index.js'\nconst twin = { name: 'twin', core: '^9.0.0' }\nexport default { languages: ['en-GB'], host: standalone(), plugins: [twin, twin] }\n",
      )
      const { code, out, err } = await svc('config', '--check', '--config', file)
      expect(code).to.equal(1)
      expect(out).to.include(file)
      expect(err.split('\n').map((line) => line.split(' ', 2).join(' '))).to.deep.equal([
        '[core-range] twin:',
        '[plugin-clash] twin:',
        '[core-range] twin:',
      ])
      rmSync(file)
    })
  })

  describe('commands of plugins and actions', () => {
    it('run under their names', async () => {
      expect(await svc('svc:cache:clear', '--json')).to.include({ code: 0, out: '{"cleared":true}' })
      expect((await svc('demo:seed', '--help')).out).to.match(/^Usage: svc svc:demo:seed /)
    })
  })

  describe('usage', () => {
    it('lists every command with its first sentence', async () => {
      const { code, out } = await svc('--help')
      expect(code).to.equal(0)
      for (const name of ['svc:serve', 'svc:token:mint', 'svc:demo:seed', 'svc:cache:clear']) expect(out).to.include(`  ${name} `)
    })

    it('shows the options and complete examples of a command', async () => {
      const { code, out } = await svc('token:mint', '--help')
      expect(code).to.equal(0)
      expect(out).to.match(/--expires <value>/)
      expect(out).to.match(/Examples:\n {2}svc svc:token:mint "Shop sync"/)
    })

    it('suggests the nearest command, option and setting', async () => {
      refused(await svc('tokn:list'), 2, "There is no command 'tokn:list'. Did you mean 'svc:token:list'?")
      refused(await svc('serve', '--prot', '1'), 2, "Unknown option '--prot'. Did you mean --port?")
      refused(
        await svc('backup', '--out', 'x'),
        2,
        "Unknown option '--out'. The options are --to, --json, --config, --log-level.",
      )
      refused(
        await svc('backup', 'x'),
        2,
        'Too many arguments. Expected 0 arguments but got 1. The options are --to, --json, --config, --log-level.',
      )
      const { err } = await cliOn(empty.url, { SVC_BASEURL: 'x' })('token:list')
      expect(err).to.equal("The environment variable 'SVC_BASEURL' is not a setting of the service. Did you mean 'SVC_BASE_URL'?")
    })

    it('writes a backup only into a folder, and rejects a file name', async () => {
      const file = join(repositoryRoot, 'var', 'nowhere', 'shop.zip')
      const sentence = `'${file}' is the name of a file. Backups get their names automatically.`
      refused(await svc('backup', '--to', file), 1, `${sentence} Specify the folder instead, for example '${dirname(file)}'.`)
      expect(existsSync(file)).to.equal(false)
    })

    it('prints the version', async () => {
      const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as { readonly version: string }
      expect(await svc('--version')).to.deep.equal({ code: 0, out: version, err: '' })
    })

    it('prints errors as JSON with --json', async () => {
      const { code, err } = await svc('token:revoke', '999', '--json')
      expect(code).to.equal(1)
      expect(JSON.parse(err)).to.deep.equal({
        error: { code: 'NOT_FOUND', messages: ['There is no token 999. List the existing ones with svc:token:list.'] },
      })
    })
  })
})
