// Access to the admin: every route with every scope and preset is shown, allowed or rejected as its scopes require.
import { expect } from 'chai'
import { grantableScopes, presets, type Preset, type Scope, grantOf, type Operation } from '../../../core/foundation/access.js'
import { requiredScopesOfAction } from '../../../core/actions/access.js'
import type { Entity } from '../../../core/model/entity/define.js'
import { setSystemVariable } from '../../../core/contract.js'
import { quoteName } from '../../../core/storage/database/dialect.js'
import { advisor } from '../../../plugins/advisor/index.js'
import { print } from '../../../plugins/print/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { sampleId } from '../rest/samples.js'
import { provider } from '../rest/service.js'
import { admin } from '../../../plugins/admin/index.js'
import type { Mount, Route } from '../../../plugins/http/mount.js'
import { type AdminClient, type AdminService, api, codeOf, startAdmin } from './service.js'

/** Every single scope, every preset, no scope, and all scopes. */
const sets: readonly (readonly Scope[])[] = [
  [],
  ...grantableScopes.map((scope) => [scope]),
  ...(Object.keys(presets) as Preset[]).map((name) => presets[name]),
  [...presets.everything, 'code:write'],
]

/** Tables that sessions and sign-ins write, and edit leases. */
const uncounted: ReadonlySet<string> = new Set([
  'svc_versions',
  'svc_leases',
  'svc_admin_accounts',
  'svc_admin_sessions',
  'svc_admin_links',
])

interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly body?: object
}

const workshopCalls = (id: number): readonly Call[] => [
  { method: 'GET', path: `workshop/${id}`, operation: 'read' },
  { method: 'GET', path: `workshop/${id}/findings`, operation: 'read' },
  { method: 'POST', path: `workshop/${id}/shop`, operation: 'read', body: {} },
  { method: 'GET', path: `workshop/${id}/shop/products/${id}/pictures/x.png`, operation: 'read' },
]

const callsOf = ({ name }: Entity, id: number): readonly Call[] => [
  { method: 'GET', path: `entities/${name}`, operation: 'list' },
  { method: 'GET', path: `records/${name}`, operation: 'list' },
  { method: 'GET', path: `records/${name}.csv`, operation: 'list' },
  { method: 'GET', path: `choices/${name}`, operation: 'list' },
  { method: 'GET', path: `views/${name}`, operation: 'list' },
  { method: 'GET', path: `records/${name}/${id}`, operation: 'read' },
  { method: 'GET', path: `records/${name}/${id}/files`, operation: 'read' },
  { method: 'GET', path: `records/${name}/${id}/files/image`, operation: 'read' },
  { method: 'POST', path: `records/${name}?dry_run=1`, operation: 'create', body: {} },
  { method: 'PATCH', path: `records/${name}/${id}?dry_run=1`, operation: 'update', body: {} },
  { method: 'POST', path: `records/${name}/bulk`, operation: 'update', body: { ids: [id], change: {}, dry_run: true } },
  { method: 'POST', path: `records/${name}/prices`, operation: 'update', body: { ids: [id], dry_run: true } },
  { method: 'POST', path: `records/${name}/${id}/move`, operation: 'update', body: {} },
  { method: 'POST', path: `records/${name}/${id}/files/nothing`, operation: 'update' },
  { method: 'DELETE', path: `records/${name}/${id}/files/nothing`, operation: 'update' },
  { method: 'PATCH', path: `views/${name}`, operation: 'list', body: { views: 'none' } },
  { method: 'POST', path: `records/${name}/bulk`, operation: 'delete', body: { ids: [id], delete: true, dry_run: true } },
  { method: 'DELETE', path: `records/${name}/${id}?dry_run=1`, operation: 'delete' },
  ...(name === 'product' ? workshopCalls(id) : []),
]

/** Calls of screens other than records and actions, with the scopes that each needs. They find nothing to change. */
const screenCalls: readonly (readonly [method: string, path: string, needs: readonly Scope[], body?: object])[] = [
  ['GET', 'dashboard', []],
  ['GET', 'statistics', ['orders:read']],
  ['POST', 'setup/dismiss', ['store:write'], {}],
  ['GET', 'workshop/1/readiness', ['catalog:read']],
  // Finds only records of entities that the account may list. Tested with the orders.
  ['GET', 'search?text=1', []],
  ['GET', 'orders', ['orders:read']],
  ['POST', 'orders/bulk', ['orders:write'], { ids: [999_999], tag: 'x', dry_run: true }],
  ['POST', 'orders/print/invoice', ['orders:read'], { ids: [999_999] }],
  ['GET', 'media', []],
  ['GET', 'pictures/nothing.jpg', ['orders:read']],
  ['GET', 'workshop/999999/answer-sheet/999999', ['catalog:read']],
  ['POST', 'workshop/999999/answer-sheet/999999', ['catalog:write'], {}],
  ['POST', 'mails/test', ['system:write'], {}],
  ['POST', 'payment-methods/test', ['store:write'], {}],
  ['GET', 'credit-notes/999999/print', ['orders:read']],
  ['GET', 'orders/1', ['orders:read']],
  ['GET', 'orders/999999/print/invoice', ['orders:read']],
  ['GET', 'quotes/1', ['orders:read']],
  ['GET', 'quotes/999999/print/quote', ['orders:read']],
  ['POST', 'payments/999999/refund', ['orders:write'], {}],
  ['POST', 'payments/999999/settlement', ['orders:write'], { status: 'failed' }],
  ['GET', 'carts/1', ['orders:read']],
  ['GET', 'reviews', ['customers:read']],
  ['GET', 'advisor', ['conversations:read']],
  ['GET', 'advisor/conversations', ['conversations:read']],
  ['GET', 'advisor/conversations/1', ['conversations:read']],
  ['GET', 'advisor/waiting', ['conversations:read']],
  ['GET', 'advisor/report', ['conversations:read']],
  ['GET', 'editor/question/vocabulary', ['catalog:read']],
  ['POST', 'editor/question/rule', ['catalog:write'], {}],
  ['POST', 'editor/calculation-formula/body', ['catalog:write'], {}],
  ['GET', 'transfer/nothing.zip', ['catalog:read']],
  ['POST', 'transfer/nothing.zip', ['catalog:write'], {}],
  ['POST', 'records/currency/1/base', ['catalog:write', 'store:write', 'customers:write'], { dry_run: true }],
  ['POST', 'records/question/1/files/image/picture', ['catalog:write'], {}],
  ['POST', 'payments/1/capture', ['orders:write']],
  ['GET', 'translations', []],
  ['GET', 'translations/same', []],
  ['GET', 'translations/product', ['catalog:read']],
  ['GET', 'trail', ['system:read']],
  ['GET', 'mails', ['system:read']],
  ['GET', 'mails/999999', ['system:read', 'orders:read']],
  ['GET', 'mails/999999/page', ['system:read', 'orders:read']],
  ['POST', 'mails/999999/retry', ['system:write']],
  ['GET', 'notifications/missing', ['store:write']],
  ['POST', 'notifications/check', ['store:write'], {}],
  ['POST', 'notifications/preview', ['store:write'], {}],
  ['POST', 'notifications/test', ['store:write'], {}],
  ['GET', 'maintenance', ['system:read']],
  ['POST', 'tasks/nothing/run', ['system:write']],
  ['GET', 'failures', ['system:read']],
]

/** Routes of the signed-in account itself, and routes with separate tests below, in `authentication.test.ts`, `translations.test.ts` and `media.test.ts`. */
const others: readonly string[] = [
  ...[
    'POST session',
    'POST first-account',
    'POST invitation',
    'GET session',
    'DELETE session',
    'GET sessions',
    'DELETE sessions',
  ],
  ...['DELETE sessions/:id', 'PATCH account', 'POST account/totp', 'PATCH account/totp', 'DELETE account/totp', 'GET menu'],
  ...['GET accounts', 'POST accounts', 'PATCH accounts/:id', 'DELETE accounts/:id', 'POST accounts/:id/reset'],
  ...['GET tokens', 'POST tokens', 'DELETE tokens/:id', 'POST actions/:action', 'POST undo/:token', 'GET *'],
  ...['POST translations/same', 'DELETE translations/same'],
  ...['POST media', 'GET media/:picture', 'POST media/:picture', 'DELETE media/:picture'],
]

const placeIn = (method: string, path: string): RegExp =>
  new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/?]+')}(?:\\?.*)?$`)

/** Calculated independently of the code under test. */
function needed(entity: Entity, operation: Operation): readonly Scope[] {
  const writes = operation !== 'list' && operation !== 'read'
  return [
    `${entity.area}:${writes ? 'write' : 'read'}`,
    ...(writes && entity.name === 'calculation-code' ? (['code:write'] as const) : []),
  ]
}

describe('access to the admin', function () {
  this.timeout(240_000)
  let service: AdminService
  const routes: Route[] = []
  /** One record id for each entity. */
  const ids = new Map<string, number>()
  before(async () => {
    const listing: Mount = {
      name: 'listing',
      async routes(app, server) {
        const adminRoutes = await admin().routes(app, server)
        routes.push(...adminRoutes.filter(({ path }) => path.startsWith(`${api}/`)))
        return []
      },
    }
    service = await startAdmin({ plugins: [stock, print, advisor, provider] }, [listing])
    for (const entity of service.app.context.registry.entities.values()) ids.set(entity.name, await sampleId(service.app, entity))
  })
  after(() => service.stop())

  async function rows(): Promise<Readonly<Record<string, number>>> {
    const { database } = service.app.context
    const names = [...(await database.dialect.readTables(database)).keys()].filter((name) => !uncounted.has(name))
    const counts = names.map((name) => `SELECT '${name}' AS name, COUNT(*) AS rows_in_it FROM ${quoteName(name)}`)
    const counted = await database.query<{ name: string; rows_in_it: number }>(counts.join(' UNION ALL '))
    return Object.fromEntries(counted.map((row) => [row.name, Number(row.rows_in_it)]))
  }

  const forbidden = '403 INSUFFICIENT_SCOPE'

  it('is tested for every route, here or in a separate test', () => {
    const called = [
      ...callsOf(service.app.context.registry.entities.get('product')!, 1).map(({ method, path }) => `${method} ${path}`),
      ...screenCalls.map(([method, path]) => `${method} ${path}`),
    ]
    const untestedRoutes = routes
      .map(({ method, path }) => [method, path.slice(api.length + 1)] as const)
      .filter(([method, path]) => !others.includes(`${method} ${path}`))
      .filter(([method, path]) => !called.some((call) => placeIn(method, path).test(call)))
    expect(routes.length).to.be.above(60)
    expect(untestedRoutes).to.deep.equal([])
  })

  it('requires a session', async () => {
    const { stranger, app } = service
    const entity = app.context.registry.entities.get('product')!
    const otherPaths = ['session', 'menu', 'sessions', 'accounts', 'tokens'].map((path) => ({ method: 'GET', path }))
    for (const { method, path, ...rest } of [...callsOf(entity, 1), ...otherPaths]) {
      const body = 'body' in rest ? rest.body : undefined
      const answer = await stranger.send(method, `/svc-admin/api/${path}`, body, { origin: app.url, 'x-svc-csrf': 'x' })
      expect(codeOf(answer), `${method} ${path}`).to.equal('401 AUTHENTICATION_REQUIRED')
    }
  })

  for (const scopes of sets) {
    describe(`with ${scopes.join(' + ') || 'no scope'}`, () => {
      let client: AdminClient
      const grant = grantOf(scopes)
      before(async () => {
        client = await service.as(...scopes)
        // `POST setup/dismiss` stores this variable again.
        await setSystemVariable(service.app.context.database, 'admin_setup_ended', 'dismissed')
      })

      it('reaches the records of its areas and no others', async () => {
        const before = await rows()
        for (const entity of service.app.context.registry.entities.values()) {
          for (const { method, path, operation, body } of callsOf(entity, ids.get(entity.name)!)) {
            const code = codeOf(await client.send(method, path, body))
            const allowed = grant.allowsAll(needed(entity, operation))
            if (allowed) expect(code, `${method} ${path}`).not.to.match(/^(401|403|500)/)
            else expect(code, `${method} ${path}`).to.equal(forbidden)
          }
        }
        expect(await rows()).to.deep.equal(before)
      })

      it('lists the screens that it may open in the menu, and no others', async () => {
        const menu = (await client.send('GET', 'menu')).body as {
          entries: { kind: string; name: string; may: { write: boolean } }[]
        }[]
        const entries = menu.flatMap((area) => area.entries)
        const lists = entries.filter(({ kind }) => kind === 'list')
        for (const entity of service.app.context.registry.entities.values()) {
          const listEntry = lists.find(({ name }) => name === entity.name)
          if (!grant.allowsAll(needed(entity, 'list'))) expect(listEntry, entity.name).to.equal(undefined)
          const change = entity.singleton ? 'update' : 'create'
          if (listEntry)
            expect(listEntry.may.write, entity.name).to.equal(
              entity.operations.includes(change) && grant.allowsAll(needed(entity, change)),
            )
        }
        for (const name of ['product', 'settings', 'customer', 'sales-order', 'chat-conversation']) {
          const entity = service.app.context.registry.entities.get(name)!
          expect(
            lists.some((list) => list.name === name),
            name,
          ).to.equal(grant.allowsAll(needed(entity, 'list')))
        }
        const screens = entries.filter(({ kind }) => kind === 'screen').map(({ name }) => name)
        expect(screens).to.deep.equal([
          ...(grant.allows('orders:read') ? ['payments'] : []),
          ...(grant.allows('catalog:read') ? ['transfer', 'media', 'translations'] : []),
          ...(grant.allows('customers:read') ? ['reviews'] : []),
          ...(grant.allows('store:read') ? ['theme'] : []),
          ...(grant.allows('conversations:read') ? ['advisor'] : []),
          ...(grant.allows('system:read') ? ['mails', 'maintenance', 'trail', 'failures', 'tokens', 'accounts'] : []),
        ])
      })

      it('rejects actions without their scopes', async () => {
        const before = await rows()
        for (const action of service.app.context.registry.actions.values()) {
          if (action.name === 'clear-cache' || action.name === 'convert-charset') continue
          const needs = requiredScopesOfAction(action)!
          const allowed =
            grant.allowsAll(needs.all ?? []) && (needs.any === undefined || needs.any.some((scope) => grant.allows(scope)))
          if (allowed) continue
          expect(codeOf(await client.send('POST', `actions/${action.name}`, {})), action.name).to.equal(forbidden)
        }
        expect(await rows()).to.deep.equal(before)
      })

      it('reaches the screens of its areas and no others', async () => {
        const before = await rows()
        for (const [method, path, needs, body] of screenCalls) {
          const code = codeOf(await client.send(method, path, body))
          if (grant.allowsAll(needs)) expect(code, `${method} ${path}`).not.to.match(/^(401|403|500)/)
          else expect(code, `${method} ${path}`).to.equal(forbidden)
        }
        expect(await rows()).to.deep.equal(before)
      })

      it('lists accounts and tokens with system:read, and grants only its own scopes with system:write', async () => {
        const before = await rows()
        const reads = grant.allows('system:read') ? '200' : forbidden
        for (const path of ['accounts', 'tokens']) expect(codeOf(await client.send('GET', path)), path).to.equal(reads)
        if (!grant.allows('system:write')) {
          for (const [method, path] of [
            ['POST', 'accounts'],
            ['PATCH', 'accounts/1'],
            ['DELETE', 'accounts/1'],
            ['POST', 'accounts/1/reset'],
            ['POST', 'tokens'],
            ['DELETE', 'tokens/1'],
          ] as const)
            expect(codeOf(await client.send(method, path, { name: 'x' })), `${method} ${path}`).to.equal(forbidden)
          expect(await rows()).to.deep.equal(before)
          return
        }
        const email = `invited-${scopes.length}-${scopes[0]}@shop.example`.replaceAll(':', '-')
        for (const scope of grantableScopes) {
          const mint = await client.send('POST', 'tokens', { name: `t ${scope}`, scopes: [scope] })
          expect(codeOf(mint), scope).to.equal(grant.allows(scope) ? '201' : forbidden)
          const invited = await client.send('POST', 'accounts', {
            name: 'x',
            email: `${scope.replace(':', '-')}-${email}`,
            scopes: [scope],
          })
          expect(codeOf(invited), scope).to.equal(grant.allows(scope) ? '201' : forbidden)
        }
      })
    })
  }

  it('lets no account change an account with more scopes or raise its own scopes', async () => {
    const boss = await service.as(...presets.everything, 'code:write')
    const clerk = await service.as('system:write')
    const accounts = (await boss.send('GET', 'accounts')).body as { id: number; email: string }[]
    const idOf = async (client: AdminClient): Promise<number> => {
      const { account } = (await client.send('GET', 'session')).body as { account: { email: string } }
      return accounts.find(({ email }) => email === account.email)!.id
    }
    const [bossId, clerkId] = [await idOf(boss), await idOf(clerk)]
    for (const [method, path, body] of [
      ['PATCH', `accounts/${bossId}`, { active: false }],
      ['PATCH', `accounts/${bossId}`, { scopes: ['system:read'] }],
      ['POST', `accounts/${bossId}/reset`, {}],
      ['DELETE', `accounts/${bossId}`, undefined],
    ] as const)
      expect(codeOf(await clerk.send(method, path, body)), `${method} ${path}`).to.equal(forbidden)
    for (const [method, path, body] of [
      ['PATCH', `accounts/${clerkId}`, { scopes: ['system:write', 'orders:write'] }],
      ['PATCH', `accounts/${bossId}`, { presets: ['everything'] }],
    ] as const)
      expect(codeOf(await clerk.send(method, path, body)), `${method} ${path}`).to.be.oneOf(['422 VALIDATION_FAILED', forbidden])
    for (const change of [{ scopes: ['system:read'] }, { active: false }])
      expect(codeOf(await boss.send('PATCH', `accounts/${bossId}`, change))).to.equal('422 VALIDATION_FAILED')
    expect(codeOf(await boss.send('DELETE', `accounts/${bossId}`))).to.equal('422 VALIDATION_FAILED')
    expect(codeOf(await boss.send('GET', 'session'))).to.equal('200')
    expect(codeOf(await boss.send('PATCH', `accounts/${clerkId}`, { scopes: ['orders:read'] }))).to.equal('200')
    expect(codeOf(await clerk.send('GET', 'session')), 'new scopes end the session').to.equal('401 AUTHENTICATION_REQUIRED')
    const reset = await boss.send('POST', `accounts/${clerkId}/reset`)
    const { link } = reset.body as { link: string }
    const secret = new URL(link).searchParams.get('secret')
    const { stranger, app } = service
    const take = () =>
      stranger.send('POST', '/svc-admin/api/invitation', { secret, password: 'a new long password' }, { origin: app.url })
    expect(codeOf(await take())).to.equal('200')
    expect(codeOf(await take())).to.equal('422 VALIDATION_FAILED')
    expect(codeOf(await boss.send('DELETE', `accounts/${clerkId}`))).to.equal('204')
  })
})
