// Availability: no request with a hostile body or a very large record blocks the event loop for more than 200 ms on an idle machine.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect } from 'chai'
import { createMessageCatalogs } from '../../../core/foundation/message-catalogs.js'
import { silentLog } from '#core/foundation/log.js'
import { sampleValues } from '#core/model/notification/sample.js'
import { findTemplateProblems } from '#core/model/notification/template.js'
import { maxProductParts } from '../../../core/product/published-tree.js'
import { maxMarkupLength, writeMail } from '#core/commerce/notification/write-mail.js'
import type { Property } from '#core/foundation/property/kind.js'
import type { Entity } from '#core/model/entity/define.js'
import { authorLamp } from '../runtime/lamp.js'
import { advisor } from '../../../plugins/advisor/index.js'
import { admin } from '../../../plugins/admin/index.js'
import { maxFileBodySize } from '../../../plugins/http/record-file-handlers.js'
import type { Mount, Route } from '../../../plugins/http/mount.js'
import { mcp } from '../../../plugins/mcp/index.js'
import { payments } from '../../../plugins/payments/index.js'
import { print } from '../../../plugins/print/index.js'
import { rest } from '../../../plugins/rest/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { listBodyArguments, runtimeBase } from '../../../plugins/runtime/verb-route.js'
import { stock } from '../../../plugins/stock/index.js'
import { storefront } from '../../../plugins/storefront/index.js'
import {
  type Adversary,
  type Attack,
  type AttackBody,
  Calibration,
  describeBody,
  type FillName,
  fillTexts,
  type JsonShape,
  startAdversary,
} from './adversary.js'
import { adminAccount, createAdminAccount } from '../../browser/admin-pages.js'
import { type TransferFolder, transferFolder } from '../../core/transfer/transfer-packages.js'
import { createPackageTargets, fileBeginnings } from './hostile-files.js'
import { createLargeTableTargets, type Target } from './large-table-requests.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { repositoryRoot } from '../../support/repository.js'

/** Milliseconds on an idle machine. */
const longestBlock = 200
/** Milliseconds of the whole spec on an idle machine. */
const budget = 120_000
/** The number of measurements of a suspicious request. The shortest block counts. */
const measurements = 3

const limit = 1_048_576
/** All texts get the same checks. Every route gets these fills, entity writes get all fills. */
const commonFills: readonly FillName[] = ['letters', 'elements', 'bidi']
const allFills = Object.keys(fillTexts) as readonly FillName[]
const shapes: readonly JsonShape[] = ['deepest', 'deep', 'keys', 'numbers', 'objects', 'conditions', 'nots']
const json = { 'content-type': 'application/json' }

describe('a service under hostile requests', function () {
  this.timeout(budget)
  let started = 0
  let processorTime = process.cpuUsage()
  const routes: Route[] = []
  const calibration = new Calibration()
  let app: ListeningApp
  let adversary: Adversary
  let bearer: Record<string, string>
  let adminHeaders: Record<string, string>
  let configuration: string
  let cart: string
  let folder: TransferFolder

  const captured = (mount: Mount): Mount => ({
    ...mount,
    async routes(...routeArgs) {
      const own = await mount.routes(...routeArgs)
      routes.push(...own)
      return own
    },
  })

  // Each test may take the rest of the budget. On a busy machine processor time counts instead of the time on the clock.
  beforeEach(function () {
    const { user, system } = process.cpuUsage(processorTime)
    const used = Math.min(Date.now() - started, (user + system) / 1_000)
    this.currentTest!.timeout(Math.max(1, (budget - used) * calibration.measure()))
  })
  before(async () => {
    started = Date.now()
    processorTime = process.cpuUsage()
    folder = await transferFolder()
    const count = 1_000_000
    const open = runtime({
      signIns: count,
      changes: count,
      orders: count,
      starts: count,
      conversations: count,
      messages: count,
      failedReports: count,
    })
    app = await listenTestApp([rest(), mcp(), open, storefront(), admin({ signIns: count })].map(captured), {
      plugins: [stock, payments, print, advisor],
      path: join(repositoryRoot, 'svc.config.ts'),
      transferFolder: folder.path,
    })
    const lamp = await authorLamp(app)
    const { token } = await app.access.tokens.mint({ name: 'adversary', presets: ['everything'] })
    bearer = { authorization: `Bearer ${token}` }
    await createAdminAccount(app)
    adminHeaders = await signIn()
    configuration = (await app.shop.configurations.start({ product_id: lamp.product })).configuration
    cart = ((await app.shop.serve('create-cart', {}, {})) as { cart: string }).cart
    adversary = startAdversary(app.url)
  })
  after(async () => {
    await adversary?.stop()
    await app?.stop()
    await folder?.remove()
  })

  async function signIn(): Promise<Record<string, string>> {
    const reply = await fetch(`${app.url}/svc-admin/api/session`, {
      method: 'POST',
      headers: { ...json, origin: app.url },
      body: JSON.stringify({ email: adminAccount.email, password: adminAccount.password }),
    })
    const { csrf } = (await reply.json()) as { csrf: string }
    return { origin: app.url, cookie: reply.headers.get('set-cookie')!.split(';')[0]!, 'x-svc-csrf': csrf }
  }

  /** The longest block of the event loop in milliseconds during the run. */
  async function measureDelay(run: () => Promise<unknown>): Promise<number> {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    await run()
    // A late timer records the block.
    const { count } = delay
    while (delay.count === count) await new Promise(setImmediate)
    delay.disable()
    return delay.max / 1e6
  }

  const blockedBy = (attacks: readonly Attack[]): Promise<number> => measureDelay(() => adversary.send(attacks))

  /** With `areAccepted`, each request must be accepted: a refused one would measure nothing. */
  async function slowAttacks({ name, attacks }: Target, areAccepted: boolean): Promise<readonly string[]> {
    let statuses: readonly number[] = []
    const block = await measureDelay(async () => {
      statuses = await adversary.send(attacks)
    })
    if (areAccepted && !statuses.every((status) => status < 300)) expect.fail(`${name} ${statuses.join(' ')}`)
    if (block <= longestBlock) return []
    const slow: string[] = []
    for (const attack of attacks) {
      let shortest = Infinity
      for (let time = 0; time < measurements && shortest > longestBlock; time++) {
        const load = Math.max(1, calibration.measure())
        shortest = Math.min(shortest, (await blockedBy([attack])) / load)
      }
      if (shortest > longestBlock) slow.push(`${name} ${describeBody(attack.body)}: ${Math.round(shortest)} ms`)
    }
    return slow
  }

  async function expectResponsive(targets: readonly Target[], areAccepted = false): Promise<void> {
    expect(targets).not.to.deep.equal([])
    calibration.measure()
    const slow: string[] = []
    for (const target of targets) slow.push(...(await slowAttacks(target, areAccepted)))
    expect(slow).to.deep.equal([])
  }

  /** The path of a route with a value for each parameter. */
  function pathOf({ path }: Route, values: Readonly<Record<string, string>> = {}): string {
    const token = path.includes('/carts/') ? cart : configuration
    const pathValues: Readonly<Record<string, string>> = { token, field: 'image', name: 'a.zip', ...values }
    return path.replace(/:(\w+)/g, (_, name: string) => pathValues[name] ?? '1').replace('*', 'x')
  }

  function headersOf({ path, access }: Route): Record<string, string> {
    if (path.startsWith('/svc-admin')) return adminHeaders
    // The endpoint for assistants reads a body only if the client accepts both types.
    const accept = path === '/svc-api/mcp' ? 'application/json, text/event-stream' : '*/*'
    return { origin: app.url, accept, ...(access === 'bearer' && bearer) }
  }

  const writing = (): readonly Route[] => routes.filter(({ body = 'none' }) => body !== 'none')
  const limitOf = ({ bodyLimit = limit }: Route, params: Readonly<Record<string, string>> = {}): number =>
    typeof bodyLimit === 'number' ? bodyLimit : bodyLimit(params)
  const sizeOf = (route: Route): number => Math.min(limitOf(route), limit)

  const isRecord = ({ path }: Route): boolean => /^\/(svc-api\/v1|svc-admin\/api\/records)\/:entity(\/:id)?$/.test(path)
  const isAction = ({ path }: Route): boolean => path.endsWith('/actions/:action')
  const verbOf = ({ method, path }: Route) =>
    [...app.context.registry.verbs.values()].find((verb) => verb.method === method && path === `${runtimeBase}/${verb.path}`)

  const attacksOn = (route: Route, path: string, bodies: readonly AttackBody[]): readonly Attack[] =>
    bodies.map((body) => {
      const type =
        body.kind === 'parts'
          ? 'multipart/form-data; boundary=b'
          : body.kind === 'pairs'
            ? 'application/x-www-form-urlencoded'
            : 'application/json'
      return { method: route.method, path, headers: { 'content-type': type, ...headersOf(route) }, body }
    })

  const generalBodies = (size: number): readonly AttackBody[] => [
    { kind: 'value', field: 'a', shape: 'deepest', size },
    { kind: 'keys', size, count: 60_000 },
    { kind: 'pairs', size },
    { kind: 'parts', isFile: true, size },
  ]
  const textBodies = (fields: readonly string[], size: number, kinds = commonFills): readonly AttackBody[] =>
    kinds.map((fill) => ({ kind: 'texts', fields, fill, size }))
  const valueBodies = (field: string, size: number): readonly AttackBody[] =>
    shapes.map((shape) => ({ kind: 'value', field, shape, size }))

  /** Every shape for JSON arguments, one shape for others. */
  const valuesFor = ({ name }: { readonly name: string }, field: string, size: number): readonly AttackBody[] =>
    name === 'json' ? valueBodies(field, size) : [{ kind: 'value', field, shape: 'objects', size }]

  it('is not blocked by bodies for shopper operations', async () => {
    const targets = writing().flatMap((route): readonly Target[] => {
      const verb = verbOf(route)
      if (!verb || route.body === 'stream') return []
      const size = sizeOf(route)
      const fields = listBodyArguments(verb)
      const own =
        fields.length === 0
          ? []
          : [...textBodies(fields, size), ...fields.flatMap((field) => valuesFor(verb.input[field]!.kind, field, size))]
      return [
        { name: `${route.method} ${route.path}`, attacks: attacksOn(route, pathOf(route), [...generalBodies(size), ...own]) },
      ]
    })
    await expectResponsive(targets)
  })

  it('is not blocked by bodies for any other route', async () => {
    const fields = ['name', 'email', 'password', 'comment', 'rows', 'change', 'rule', 'body', 'drafts', 'filter']
    const targets = writing()
      .filter((route) => !verbOf(route) && !isRecord(route) && !isAction(route) && route.body !== 'stream')
      .map((route): Target => {
        const size = sizeOf(route)
        const values = fields.slice(4).flatMap((field) => valueBodies(field, size).slice(4, 6))
        const bodies = [...generalBodies(size), ...textBodies(fields, size), ...values]
        return { name: `${route.method} ${route.path}`, attacks: attacksOn(route, pathOf(route, { entity: 'product' }), bodies) }
      })
    await expectResponsive(targets)
  })

  it('is not blocked by bodies for writes of any entity', async () => {
    const kindKeys = new Set<string>()
    const create = routes.find((route) => isRecord(route) && route.method === 'POST' && route.access === 'bearer')
    const targets = [...app.context.registry.entities.values()].map((entity): Target => {
      const properties = Object.values(entity.properties).filter(
        ({ kind, ...propertyFields }) => kind.schema({ kind, ...propertyFields }, 'write') !== null,
      )
      const fields = properties.map(({ name }) => name)
      // In addition one field of each kind alone, with values of every shape.
      const structured = properties.filter(({ kind, options }) => {
        const key = `${kind.name} ${Object.keys(options as object).join()}`
        return !kindKeys.has(key) && kindKeys.add(key)
      })
      const texts = structured.flatMap(({ name }) =>
        (['elements', 'bidi', 'parentheses'] as const).map(
          (fill): AttackBody => ({ kind: 'texts', fields: [name], fill, size: limit }),
        ),
      )
      const values = structured.flatMap(({ name }) => valueBodies(name, limit).slice(1))
      const bodies = [
        { kind: 'keys', size: limit, count: 9_990 } as const,
        ...textBodies(fields, limit, entity.name === 'product' || entity.name === 'question' ? allFills : commonFills),
        ...texts,
        ...values,
      ]
      return { name: `POST ${entity.name}`, attacks: attacksOn(create!, pathOf(create!, { entity: entity.name }), bodies) }
    })
    await expectResponsive(targets)
  })

  it('is not blocked by the input of any action', async () => {
    const route = routes.find(isAction)
    const targets = [...app.context.registry.actions.values()].map((action): Target => {
      const fields = Object.keys(action.input)
      const own =
        fields.length === 0
          ? []
          : [...textBodies(fields, limit), ...fields.flatMap((field) => valuesFor(action.input[field]!.kind, field, limit))]
      const bodies = [...generalBodies(limit).slice(0, 2), ...own]
      return { name: `action ${action.name}`, attacks: attacksOn(route!, pathOf(route!, { action: action.name }), bodies) }
    })
    await expectResponsive(targets)
  })

  /** The admin accepts larger bodies than REST where a field needs them. */
  const isOfAdmin = ({ path }: Route): boolean => path.startsWith('/svc-admin')
  const writtenFields = (entity: Entity): readonly Property[] =>
    Object.values(entity.properties).filter((property) => property.kind.schema(property, 'write') !== null)

  it('is not blocked by the records of the admin', async () => {
    const create = routes.find((route) => isRecord(route) && isOfAdmin(route) && route.method === 'POST')!
    const targets = [...app.context.registry.entities.values()].map((entity): Target => {
      const size = limitOf(create, { entity: entity.name })
      const fields = writtenFields(entity).map(({ name }) => name)
      const lists = writtenFields(entity).filter(({ kind }) => kind.name === 'json')
      const bodies: readonly AttackBody[] =
        size === limit
          ? textBodies(fields, size, ['bidi'])
          : [
              ...generalBodies(size).slice(0, 2),
              ...textBodies(fields, size, ['elements', 'bidi']),
              ...textBodies(['lookup'], size, ['bidi', 'quotes']),
              ...lists.flatMap(({ name }): readonly AttackBody[] => [
                ...(['deep', 'numbers', 'objects'] as const).map(
                  (shape) => ({ kind: 'value', field: name, shape, size }) as const,
                ),
                { kind: 'cells', field: name, size },
              ]),
            ]
      return { name: `admin ${entity.name}`, attacks: attacksOn(create, pathOf(create, { entity: entity.name }), bodies) }
    })
    await expectResponsive(targets)
  })

  it('is not blocked by the input of actions in the admin', async () => {
    const route = routes.find((one) => isAction(one) && isOfAdmin(one))!
    const targets = [...app.context.registry.actions.values()].map((action): Target => {
      const size = limitOf(route, { action: action.name })
      const [field = 'a', ...others] = Object.entries(action.input).map(([name]) => name)
      const bodies: readonly AttackBody[] =
        size === limit
          ? [{ kind: 'value', field, shape: 'objects', size }]
          : [
              { kind: 'value', field, shape: 'deepest', size },
              { kind: 'value', field, shape: 'objects', size },
              ...textBodies([field, ...others], size, ['bidi']),
              ...others.flatMap((name) => textBodies([name], size, ['letters'])),
            ]
      return {
        name: `admin action ${action.name}`,
        attacks: attacksOn(route, pathOf(route, { action: action.name }), bodies),
      }
    })
    await expectResponsive(targets)
  })

  it('is not blocked by product sheets', async () => {
    const head = 'sheet: 1\nproduct: lamp\ntitle: Lamp\ntax_class_id: Standard\n'
    const route = routes.find(({ path, method }) => path.endsWith('/product-sheets') && method === 'POST')
    const bodies = ['titel: a\n', '[', '- ', ' ', 'a', '"', '? ', '{a: 1}', '&a ', '    a:\n', 'x: |\n'].map(
      (fill): AttackBody => ({ kind: 'raw', before: head, fill, size: limit }),
    )
    const keys: AttackBody = { kind: 'keys', size: limit, count: 60_000 }
    const attacks = attacksOn(route!, pathOf(route!), [...bodies, keys]).map((attack) => ({
      ...attack,
      headers: { ...attack.headers, 'content-type': 'application/yaml' },
    }))
    await expectResponsive([{ name: 'sheet', attacks }])
  })

  /** Returns the shortest of several longest blocks of the event loop in milliseconds, for an idle machine. */
  async function measureBlock(run: () => Promise<unknown>): Promise<number> {
    let shortest = Infinity
    for (let time = 0; time < measurements && shortest > longestBlock; time++) {
      const load = Math.max(1, calibration.measure())
      shortest = Math.min(shortest, (await measureDelay(run)) / load)
    }
    return shortest
  }

  const mailContext = {
    ...({ reader: 'customer', to: 'ada@people.example', language: 'en-GB', log: silentLog } as const),
    catalogs: createMessageCatalogs(),
  }
  const composeMail = (body: string): ReturnType<typeof writeMail> => {
    const texts = { subject: 'Paid', body, manager_subject: '', manager_body: '' }
    const notification = { id: 1, name: 'Paid', status: 'paid', send_customer: true, send_manager: false, ...texts } as const
    return writeMail(notification, sampleValues, mailContext)
  }

  it('is not blocked by the mail of a notification, whose text is measured before it is sanitised', async () => {
    const units = ['<p>', '<td>', '<b>x</b>', '<img src=a>', '<p class="a" title="b">', '<a href="http://a.b/">x</a>', '<', '&']
    calibration.measure()
    const slow: string[] = []
    for (const unit of [...units, `${'<b>'.repeat(190)}x${'</b>'.repeat(190)}`]) {
      // The longest text that is sanitised, and one beyond it.
      for (const length of [maxMarkupLength, 4 * maxMarkupLength]) {
        const part = unit.repeat(Math.floor((length - 10) / unit.length / 16))
        let time = 0
        const block = await measureBlock(async () => {
          // The number keeps the text out of the cache of sanitised texts.
          const mail = await composeMail(`{% for i in (1..16) %}${part}{% endfor %}${time++}`)
          expect('html' in mail, unit.slice(0, 30)).to.equal(length === maxMarkupLength)
        })
        if (block > longestBlock) slow.push(`${unit.slice(0, 30)} × ${length}: ${Math.round(block)} ms`)
      }
    }
    expect(slow).to.deep.equal([])
  })

  it('is not blocked by a notification whose template repeats, collects or multiplies its content', async () => {
    const repeat = (content: string, count: number): string => `{% for i in (1..${count}) %}${content}{% endfor %}`
    const templates = [
      repeat(repeat('{{ order.number }}', 900), 900),
      repeat(repeat('', 900), 900),
      repeat('{{ order.billing.city | upcase }}', 50_000),
      repeat('{{ "now" | date: "%Y-%m-%d %H" }}', 20_000),
      repeat('x'.repeat(60_000), 100_000),
      '{% tablerow i in (1..100000) %}{{ i }}{% endtablerow %}',
      '{% assign a = (1..120000) | sort %}{{ a | size }}',
      '{% assign a = (1..20000) | join: "," | split: "," | sort_natural %}{{ a | size }}',
      `{% assign a = "ab" %}${repeat('{% capture a %}{{ a | raw }}{{ a | raw }}{% endcapture %}', 26)}{{ a | raw }}`,
      '{{ order.number }}'.repeat(2_000),
      `{{ order.number${' | upcase'.repeat(1_900)} }}`,
    ]
    calibration.measure()
    const slow: string[] = []
    for (const template of templates) {
      expect(findTemplateProblems('Body', template, sampleValues), template.slice(0, 60)).to.deep.equal([])
      const block = await measureBlock(() => composeMail(template))
      if (block > longestBlock) slow.push(`${template.slice(0, 60)}: ${Math.round(block)} ms`)
    }
    expect(slow).to.deep.equal([])
    const long = '{{ order.number }}'.repeat(2_001)
    expect(findTemplateProblems('Body', long, sampleValues)[0]?.message).to.match(/at most 2000 placeholders, tags and filters/)
  })

  it('is not blocked by a price table of the maximum size', async () => {
    // Requests of earlier tests ended the first session.
    await expectResponsive(await createLargeTableTargets({ app, bearer, adminHeaders: await signIn() }), true)
  })

  it('is not blocked by a sheet of a product with the maximum number of parts', async () => {
    const head = 'sheet: 1\nproduct: parts\ntitle: Parts\ntax_class_id: Standard\n'
    const body: AttackBody = { kind: 'sheet', head, questions: maxProductParts - 2, size: 0 }
    const path = '/svc-api/v1/product-sheets?dry_run=true'
    const attack = { method: 'POST', path, headers: { ...bearer, 'content-type': 'application/yaml' }, body }
    await expectResponsive([{ name: 'sheet', attacks: [attack] }], true)
    const tooMany = { ...attack, body: { ...body, questions: 60_000 } }
    expect(await adversary.send([tooMany])).to.deep.equal([422])
    await expectResponsive([{ name: 'too large sheet', attacks: [tooMany] }])
  })

  it('is not blocked by a comparison or merge of products with the maximum number of parts', async () => {
    const head = 'sheet: 1\nproduct: parts\ntitle: Parts\ntax_class_id: Standard\n'
    const numbers = Array.from({ length: maxProductParts - 2 }, (_, at) => at)
    const questions = (order: readonly number[], title: string): string =>
      `${head}pages:\n  - title: Questions\n    questions:\n${order.map((at) => `      q${at}: ${title}${at}\n`).join('')}`
    const answers = (order: readonly number[], title: string): string => {
      const list = order.slice(1).map((at) => `          - { key: a${at}, title: ${title}${at} }\n`)
      const question = '      wood:\n        title: Wood\n        question_type: Dropdown\n        answers:\n'
      return `${head}pages:\n  - title: Questions\n    questions:\n${question}${list.join('')}`
    }
    const rotated = [...numbers.slice(7_000), ...numbers.slice(0, 7_000)]
    const post = (name: string, value: object): Attack => ({
      method: 'POST',
      path: `/svc-api/v1/product-sheets/${name}`,
      headers: { ...bearer, ...json },
      body: { kind: 'json', value, size: 0 },
    })
    const sides = { base: questions(numbers, 'A'), ours: questions(rotated, 'B'), theirs: questions(numbers.toReversed(), 'C') }
    const versions = { from: answers(numbers, 'A'), to: answers(rotated, 'B') }
    const targets: readonly Target[] = [
      { name: 'diff', attacks: [post('diff', versions)] },
      { name: 'merge', attacks: [post('merge', { ...sides, prefer: 'theirs' })] },
    ]
    await expectResponsive(targets, true)
  })

  it('is not blocked by transfer packages that are uploaded, checked, compared and imported', async () => {
    // Requests of earlier tests ended the first session.
    await expectResponsive(await createPackageTargets(await signIn()))
    expect((await readdir(folder.path)).filter((name) => name.endsWith('.zip'))).to.have.length.at.least(5)
  })

  it('is not blocked by uploads', async () => {
    const targets = writing()
      .filter(({ body }) => body === 'stream')
      .map((route): Target => {
        const path = pathOf(route, { entity: 'product' })
        const headers = headersOf(route)
        const attacks = Object.entries(fileBeginnings).flatMap(([name, [before, fill]]): readonly Attack[] =>
          [limit - 100, maxFileBodySize - 70_000].map((size) => ({
            method: route.method,
            path: `${path}?name=${name}`,
            headers: { ...headers, 'content-type': 'application/octet-stream' },
            body: { kind: 'raw', before, fill, size },
          })),
        )
        return {
          name: `${route.method} ${route.path}`,
          attacks: [...attacks, ...attacksOn(route, path, generalBodies(limit).slice(3))],
        }
      })
    await expectResponsive(targets)
  })
})
