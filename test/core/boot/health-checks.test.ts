// Health checks of svc:doctor: their findings for installations without problems, with warnings and with errors.
import { messageText, writeMessages } from '../../../core/foundation/message-format.js'
import { expect } from 'chai'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../../core/app.js'
import { createIssue, ValidationError } from '../../../core/foundation/errors.js'
import { createMessage } from '../../../core/foundation/message.js'
import { createMessageWriter } from '../../../core/model/entity-label.js'
import { isEnglish } from '../../support/german-reply.js'
import { defineHealthCheck, type HealthReport, createSuccess, runHealthChecks } from '../../../core/contribution/health-check.js'
import { healthChecks } from '../../../plugins/cli/health-checks/index.js'
import { createLocalZips } from '../../../core/storage/files/zip-store.js'
import { mailFailed, queueMails } from '../../../core/storage/mail-queue.js'
import { unit } from '../../../core/storage/unit-of-work/transaction.js'
import { insertAllRows } from '../../../core/storage/migration/migration-steps.js'
import { storeLastRun } from '../../../core/tasks/scheduler.js'
import { ReadinessCheck } from '../../../core/boot/readiness.js'
import { getVendorHealth as healthFor } from '../../../plugins/advisor/setup.js'
import { getCoreVersion } from '../../../core/foundation/version.js'
import { Heartbeat } from '../../../core/tasks/heartbeat.js'
import { tasks } from '../../../core/tasks/index.js'
import { discontinuedMaterials } from '../../../customizations/example/discontinued-materials.js'
import { example } from '../../../customizations/example/index.js'
import { backup } from '../../../plugins/backup/index.js'
import { http, createProxyHealthCheck } from '../../../plugins/http/index.js'
import { mailHealthCheck } from '../../../plugins/mail/index.js'
import { payments } from '../../../plugins/payments/index.js'
import { print } from '../../../plugins/print/index.js'
import { printing } from '../../../plugins/print/documents.js'
import { stock } from '../../../plugins/stock/index.js'
import { extendApp } from '../../support/extended-app.js'
import { bootTestApp, listenTestApp, type TestApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'
import { createEmptyDatabase, isServerDatabase } from '../../support/database.js'
import { cliOn } from '../../plugins/cli/terminal.js'
import { thaiFonts } from '../../support/fonts.js'
import { createPaymentMethod, removeMethodParams } from '../../support/scripted-provider.js'
import { repositoryRoot } from '../../support/repository.js'
import { createProduct, inBothLanguages } from '../../support/small-shop.js'
import { forwarder } from '../../fixtures/customizations/with-health-check.js'

const day = 86_400_000
const recurring = tasks.map((item) => ({ owner: 'core', item }))
const scope = (app: App) => ({ app, tasks: recurring })

type EnglishReport = Omit<HealthReport, 'finding' | 'advice'> & { readonly finding: string; readonly advice?: string }

const inEnglish = async (reports: Promise<readonly HealthReport[]>): Promise<readonly EnglishReport[]> =>
  writeMessages(await reports, messageText) as readonly EnglishReport[]

describe('health checks', () => {
  let app: TestApp
  const clock = createTestClock()
  before(async () => {
    app = await bootTestApp({ clock, customizations: [example()] })
  })
  after(() => app?.stop())

  const ask = (name: string): Promise<readonly EnglishReport[]> =>
    inEnglish(healthChecks.find((check) => check.name === name)!.run(scope(app)))
  const healthOf = (reports: readonly Pick<HealthReport, 'health'>[]): readonly string[] => reports.map(({ health }) => health)

  it('find no fault in a fresh installation except the missing backups and server process', async () => {
    const results = await runHealthChecks(
      scope(app),
      [...healthChecks, ...(backup.contributes?.healthChecks ?? [])].map((item) => ({ owner: 'core', item })),
    )
    const flaws = results.flatMap(({ check: checkName, reports }) =>
      reports.filter(({ health }) => health !== 'ok').map(({ finding }) => `${checkName}: ${messageText(finding)}`),
    )
    expect(flaws.filter((flaw) => !/^(disk|database|settings): /.test(flaw))).to.deep.equal([
      'processes: No process is serving.',
      'backups: No automatic backups are configured.',
    ])
    expect(healthOf(results.flatMap(({ reports }) => reports))).to.not.include('error')
  })

  it('that fail report the message of the error, and each problem of a refusal', async () => {
    const failing = defineHealthCheck({
      name: 'failing',
      description: 'Fails.',
      run: () =>
        Promise.reject(
          new ValidationError([
            createIssue('a', createMessage('errors.priceTooLarge')),
            createIssue('b', createMessage('errors.noConnectionTest')),
          ]),
        ),
    })
    const [result] = await runHealthChecks(scope(app), [{ owner: 'core', item: failing }])
    const german = writeMessages(result!.reports, createMessageWriter(app.context.registry, 'de')) as readonly HealthReport[]
    expect(isEnglish(german[0]!.finding as string), german[0]!.finding as string).to.equal(false)
    expect(messageText(result!.reports[0]!.finding)).to.match(/^The check failed: .+\. .+\.$/)
  })

  it('payment-methods: names a published payment method that lacks required parameters', async () => {
    const shop = await bootTestApp({ plugins: [stock, payments, print] })
    try {
      const check = healthChecks.find((candidate) => candidate.name === 'payment-methods')!
      const [newShop] = await inEnglish(check.run(scope(shop)))
      expect(newShop).to.include({ health: 'warning' })
      expect(newShop!.finding).to.match(/^The published payment method 'Bank transfer' \(\d+\) needs 'IBAN' of the store\./)
      await shop.records.write('store', { iban: 'DE02120300000000202051' }, { id: 1 })
      const id = await createPaymentMethod(shop.records, 'stripe', { secret_key: 'sk_test_1', webhook_secret: 'whsec_1' })
      expect(healthOf(await inEnglish(check.run(scope(shop))))).to.deep.equal(['ok'])
      await removeMethodParams(shop, id)
      const reports = await inEnglish(check.run(scope(shop)))
      expect(healthOf(reports)).to.deep.equal(['error'])
      expect(reports[0]!.finding).to.equal(
        `The published payment method 'stripe' (${id}) has no value for 'Secret key', 'Webhook signing secret'. It is not offered to shoppers.`,
      )
    } finally {
      await shop.stop()
    }
  })

  it('printing: names the languages without letters in the fonts, and none once a font has them', async () => {
    const runCheck = async (printFonts: readonly string[]): Promise<readonly EnglishReport[]> => {
      const shop = await bootTestApp({ languages: ['en-GB', 'th-TH'], printFonts })
      try {
        return await inEnglish(printing.run(scope(shop)))
      } finally {
        await shop.stop()
      }
    }
    const [lacking, ...more] = await runCheck([])
    expect(more).to.deep.equal([])
    expect(lacking).to.include({ health: 'warning', finding: 'No print font contains the letters of th-TH (ไทย).' })
    expect(await runCheck(thaiFonts)).to.deep.equal([createSuccess('There are fonts for every language of the shop.')])
  })

  it('database: names the database and its version', async () => {
    expect((await ask('database'))[0]!.finding).to.match(isServerDatabase ? /^(MariaDB|MySQL) \d/ : /^SQLite 3\./)
  })

  it('processes: lists the serving processes, and warns about two versions at once', async () => {
    const heartbeat = new Heartbeat(app.context)
    heartbeat.start()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(healthOf(await ask('processes'))).to.deep.equal(['ok'])
    const { database } = app.context
    await database.run("INSERT INTO svc_leases (name, holder, heartbeat) VALUES ('process other 7', '0.0.9', ?)", [clock.now()])
    const [mixed] = await ask('processes')
    expect(mixed).to.include({ health: 'warning' })
    expect(mixed!.finding).to.include('other 7 (0.0.9)')
    clock.time += 4 * 60_000
    await heartbeat.stop()
    expect((await ask('processes'))[0]!.finding).to.equal('No process is serving.')
    await database.run("DELETE FROM svc_leases WHERE name LIKE 'process %'")
  })

  it("processes: names each process that rests the advisor's vendor, until the vendor has answered", async () => {
    const { database } = app.context
    const health = healthFor(app.context, { key: 'https://vendor.example', model: '', stream: () => [] as never })
    const heartbeat = new Heartbeat(app.context)
    heartbeat.start()
    const waitForReports = async (isReady: (reports: readonly HealthReport[]) => boolean): Promise<readonly EnglishReport[]> => {
      let reports = await ask('processes')
      for (let turn = 0; turn < 100 && !isReady(reports); turn++) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        reports = await ask('processes')
      }
      return reports
    }
    for (let turn = 0; turn < 5; turn++) health.failed('unreachable')
    const [, report] = await waitForReports(({ length }) => length === 2)
    expect(report).to.include({ health: 'warning' })
    expect(report!.finding).to.match(
      new RegExp(`^In \\S+ ${process.pid}, the advisor's vendor failed 5 times in a row, most recently with 'unreachable'`),
    )
    await database.run("INSERT INTO svc_leases (name, holder, heartbeat) VALUES ('process other 7', ?, ?)", [
      `${getCoreVersion()} vendor 12 late advisor.vendor`,
      clock.now(),
    ])
    const both = (await ask('processes')).slice(1).map(({ finding }) => finding)
    expect(both).to.have.length(2)
    expect(both[0]! + both[1]!).to.include("In other 7, the advisor's vendor failed 12 times in a row, most recently with 'late'")
    clock.time += 2_000
    const { ready, checks } = await new ReadinessCheck(app.context, app.operations.migrations, { upToDate: true }).read()
    expect([ready, messageText(checks['vendor']!)]).to.deep.equal([true, both.join(' ')])
    await database.run("DELETE FROM svc_leases WHERE name = 'process other 7'")
    health.succeeded()
    expect(healthOf(await waitForReports(({ length }) => length === 1))).to.deep.equal(['ok'])
    await heartbeat.stop()
  })

  it('tasks: reports an overdue task, but not a task that never ran', async () => {
    const { context } = app
    await storeLastRun(context.database, 'expire-carts', context.clock.now())
    expect(healthOf(await ask('tasks'))).to.deep.equal(['ok'])
    clock.time += 3 * day
    const [late] = await ask('tasks')
    expect(late!.finding).to.match(/^'expire-carts' last ended at /)
    expect(late!.health).to.equal('warning')
  })

  it('mails: reports abandoned mails with the last reply of the mail server', async () => {
    const { context } = app
    await unit(context.database, (u) => queueMails(context, u, [{ to: 'ann@example.org', subject: 'Hi', text: 'Hi' }]))
    expect(healthOf(await ask('mails'))).to.deep.equal(['ok'])
    const [row] = await context.database.query<{ id: number }>('SELECT id FROM svc_mail_queue')
    for (let attempts = 0; attempts < 10; attempts++) {
      await mailFailed(context, { id: row!.id, to: '', subject: '', text: '', attempts: 0 }, '550 no such user')
    }
    const [mailReport] = await ask('mails')
    expect(mailReport!.finding).to.equal('1 mail could not be sent. Last reply of the mail server: 550 no such user')
  })

  it('searches: reports records that wait for indexing, with a warning while searches scan every record', async () => {
    const { database } = app.context
    await app.operations.tasks.run('index-texts')
    expect(await ask('searches')).to.deep.equal([{ health: 'ok', finding: '0 records are not indexed yet.' }])
    const rows = Array.from({ length: 1_001 }, (_, at) => ({ email: `w${at}@example.org`, email_folded: `w${at}@example.org` }))
    await insertAllRows(database, 'svc_customer', rows)
    const [waiting] = await ask('searches')
    expect(waiting!.finding).to.equal(
      "1001 records of 'customer' are not indexed yet. Until then, each search reads all of them.",
    )
    await database.run("DELETE FROM svc_customer WHERE email LIKE 'w%@example.org'")
  })

  it('files: writes to the file store and leaves no file there', async () => {
    expect(healthOf(await ask('files'))).to.deep.equal(['ok'])
    expect(await app.context.files.deleteUnused(async () => new Set(), Infinity)).to.equal(0)
  })

  it('disk: reports a folder that is not writable', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-doctor-'))
    writeFileSync(join(folder, 'file'), '')
    const blocked = extendApp(app, {
      context: { ...app.context, packages: createLocalZips(join(folder, 'file', 'below'), 'SVC_TRANSFER_FOLDER') },
    })
    try {
      const reports = await inEnglish(healthChecks.find(({ name }) => name === 'disk')!.run(scope(blocked)))
      expect(reports.filter(({ health }) => health === 'error')).to.have.length(1)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('run the checks of plugins as well, and report a check that throws as broken', async () => {
    const throwing = defineHealthCheck({ ...forwarder, name: 'oil', run: () => Promise.reject(new Error('no oil')) })
    const results = await runHealthChecks(
      scope(app),
      [forwarder, throwing].map((item) => ({ owner: 'test', item })),
    )
    expect(results.map(({ reports }) => messageText(reports[0]!.finding))).to.deep.equal([
      'The door is painted shut.',
      'The check failed: no oil.',
    ])
    expect(results.every(({ reports }) => reports[0]!.health === 'error')).to.equal(true)
  })

  it('example customization: finds products whose material is no longer available', async () => {
    expect(healthOf(await inEnglish(discontinuedMaterials.run(scope(app))))).to.deep.equal(['ok'])
    const until = new Date(app.context.clock.now() - day).toISOString()
    const ash = (await app.records.write('material', { ...inBothLanguages('title', 'Ash'), code: 'ASH', available_until: until }))
      .id
    await createProduct(app.records, 'Shelf of ash', { material_id: ash, published: true })
    expect((await inEnglish(discontinuedMaterials.run(scope(app))))[0]!.finding).to.equal(
      'Products on sale use discontinued materials: Ash.',
    )
  })
})

describe('health check proxy', () => {
  it('reports whether the base URL reaches the service and whether a proxy is trusted', async () => {
    const app = await listenTestApp([])
    try {
      const at = (baseUrl: string | null) => scope(extendApp(app, { config: { ...app.config, baseUrl } }))
      expect(await inEnglish(createProxyHealthCheck(false).run(at(null)))).to.have.length(1)
      const [address, trust] = await inEnglish(createProxyHealthCheck(false).run(at(app.url)))
      expect(address).to.deep.equal({ health: 'ok', finding: `${app.url}/health/live reaches the service.` })
      expect(trust!.health).to.equal('warning')
      expect(await inEnglish(createProxyHealthCheck(true).run(at(app.url)))).to.have.length(1)
      const healthScope = scope(extendApp(app, { config: { ...app.config, baseUrl: app.url, trustProxy: 1 } }))
      expect(await inEnglish(createProxyHealthCheck().run(healthScope))).to.have.length(1)
      expect(await inEnglish(createProxyHealthCheck().run(at(app.url)))).to.have.length(2)
      const [elsewhere] = await inEnglish(createProxyHealthCheck(true).run(at('http://127.0.0.1:9')))
      expect(elsewhere!.finding).to.match(/^http:\/\/127\.0\.0\.1:9\/health\/live cannot be reached from this machine: /)
      const [wrong] = await inEnglish(createProxyHealthCheck(true).run(at(`${app.url}/elsewhere`)))
      expect(wrong!.finding).to.match(/responds with 404\.$/)
    } finally {
      await app.stop()
    }
  })

  it('is contributed by the http server', () => {
    expect(http({ mounts: [] }).contributes!.healthChecks!.map(({ name }) => name)).to.deep.equal(['proxy'])
  })
})

describe('health check mail', () => {
  it('writes to a mail folder, and reports that the mail server is unreachable', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-doctor-'))
    const none = { app: {} as App, tasks: [] }
    try {
      expect((await inEnglish(mailHealthCheck(() => ({ from: 'a@b.example', folder })).run(none)))[0]!.health).to.equal('ok')
      const [away] = await inEnglish(mailHealthCheck(() => ({ from: 'a@b.example', url: 'smtp://127.0.0.1:9' })).run(none))
      expect(away!.finding).to.match(/^Mail cannot be sent: /)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('svc:doctor', () => {
  it('prints findings with advice, and exits with 1 only if one is broken', async () => {
    const empty = await createEmptyDatabase()
    try {
      const svc = cliOn(empty.url)
      const before = await svc('svc:doctor')
      expect(before.code).to.equal(1)
      expect(before.out).to.match(/^FAIL {2}migrations {3}The database is empty\.\n {19}Run svc:migrate, /m)
      expect(await svc('svc:migrate')).to.include({ code: 0 })
      const { code, out } = await svc('svc:doctor')
      expect([code, out.split('\n').at(-1)]).to.deep.equal([0, 'Everything works. Check the warnings.'])
      const report = JSON.parse((await svc('svc:doctor', '--json')).out) as { health: string; checks: unknown[] }
      expect(report.health).to.equal('warning')
      expect(report.checks.length).to.be.above(healthChecks.length)
    } finally {
      await empty.drop()
    }
  })

  it('warns about SVC_DEMO without the demo plugin, and announces that an empty database gets the demo shop', async () => {
    const settingsOf = healthChecks.find(({ name }) => name === 'settings')!
    const app = await bootTestApp()
    const checkDemo = async (changes: { readonly demo: boolean; readonly origin: string; readonly seeds?: boolean }) => {
      const { demo, origin, seeds = false } = changes
      const config = { ...app.config, demo, origins: { ...app.config.origins, demo: origin } } as App['config']
      const plugins = seeds ? [...app.context.plugins, { name: 'demo', version: null }] : app.context.plugins
      const reports = await inEnglish(settingsOf.run(scope(extendApp(app, { config, context: { ...app.context, plugins } }))))
      return reports.filter((report) => /demo/i.test(report.finding))
    }
    try {
      const [missing, ...more] = await checkDemo({ demo: true, origin: 'SVC_DEMO' })
      expect(more).to.deep.equal([])
      expect(missing).to.deep.equal({
        health: 'warning',
        finding: "'SVC_DEMO' is on, but no plugin provides a demo shop.",
        advice: "Add demo() to the 'plugins' of svc.config.ts, or set 'SVC_DEMO' to off.",
      })
      expect(await checkDemo({ demo: true, origin: 'default' })).to.deep.equal([])
      expect(await checkDemo({ demo: false, origin: 'SVC_DEMO' })).to.deep.equal([])
      expect((await checkDemo({ demo: true, origin: 'SVC_DEMO', seeds: true })).map((report) => report.finding)).to.deep.equal([
        'The service fills an empty database with the demo shop.',
      ])
    } finally {
      await app.stop()
    }
  })

  it('reports a rejected or unloadable customization by name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-doctor-'))
    const run = async (customization: string, before = '') => {
      const file = join(folder, `${before === '' ? 'refused' : 'broken'}.config.mjs`)
      const standalone = `${repositoryRoot}/dist/hosts/standalone/index.js`
      writeFileSync(
        file,
        `import { standalone } from '${standalone}'\n${before}\nexport default { languages: ['en-GB'], host: standalone(), plugins: [], customizations: [${customization}] }\n`,
      )
      return cliOn('sqlite::memory:')('svc:doctor', '--config', file)
    }
    try {
      const shared = "kind: 'customization', core: '*', version: '1.0.0', migrations: []"
      const refused = await run(`{ name: 'acme', ${shared}, contributes: { observers: { onSvcStoreRecords() {} } } }`)
      expect(refused.code).to.equal(1)
      expect(refused.out)
        .to.match(/^FAIL {2}start {8}.*onSvcStoreRecords/m)
        .and.to.include('acme')
      expect(refused.out).to.match(/\n {19}\S.*onSvcStoreRecord\b/)
      const failed = await run('', "throw new Error('no key for acme')")
      expect(failed.code).to.equal(1)
      expect(failed.out).to.match(/^FAIL {2}start {8}.*no key for acme/m)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('reports a database that cannot be opened', async () => {
    const { code, out } = await cliOn('mysql://nobody@127.0.0.1:9/none')('svc:doctor')
    expect(code).to.equal(1)
    expect(out).to.match(/^FAIL {2}start {8}The database 'none' on 127\.0\.0\.1:9 cannot be used/)
  })
})
