// The admin on all four hosts: access by host rights, and create, read, update and delete of every entity.
import { expect } from 'chai'
import type { App } from '../../../core/app.js'
import { presets, type Scope, grantOf, requiredScopes, type Operation } from '../../../core/foundation/access.js'
import type { Property } from '../../../core/foundation/property/kind.js'
import type { Entity } from '../../../core/model/entity/define.js'
import { example } from '../../../customizations/example/index.js'
import { advisor } from '../../../plugins/advisor/index.js'
import { admin } from '../../../plugins/admin/index.js'
import { rest } from '../../../plugins/rest/index.js'
import { bridgeOf, type HostUnderTest, hostsUnderTest, type Person, trust, trustOfCmsB } from '../../hosts/host-list.js'
import { type ListeningApp, listenTestApp, type TestApp } from '../../support/test-app.js'
import { type JsonReply, createJsonClient, type JsonClient } from '../../support/json-client.js'
import { sampleFields, sampleId } from '../rest/samples.js'
import { provider } from '../rest/service.js'
import { print } from '../../../plugins/print/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { api, codeOf } from './service.js'

/** A person with the catalog and store rights of the host. */
async function keeperOf({ platform }: HostUnderTest, app: App): Promise<Person> {
  if (platform === 'standalone') {
    const { token } = await app.access.tokens.mint({ name: 'keeper', scopes: ['catalog:write', 'store:write'] })
    return () => ({ authorization: `Bearer ${token}` })
  }
  const { mintAssertion } = await bridgeOf(platform)
  const user = { id: 7, rights: ['svc.author', 'svc.operator'], permissions: { catalog: 'edit', store: 'edit' }, staff: true }
  return () => ({
    'x-svc-shopper': mintAssertion(platform === 'cms_b' ? trustOfCmsB : trust, {
      ...user,
      groups: [],
      role: 'staff',
      locale: 'de',
    }),
  })
}

/** The largest set of scopes that each host can grant. */
const reach: Readonly<Record<HostUnderTest['platform'], readonly Scope[]>> = {
  standalone: [...presets.everything, 'code:write'],
  cms_a: [...presets.everything, 'code:write'],
  cms_b: ['catalog:write', 'store:write', 'customers:write', 'orders:write', 'conversations:write'],
  shop_platform: ['catalog:write', 'store:write'],
}

/** A person with the largest set of scopes. */
async function ownerOf({ platform }: HostUnderTest, app: App): Promise<Person> {
  if (platform === 'standalone') {
    const { token } = await app.access.tokens.mint({ name: 'owner', presets: ['everything'], scopes: ['code:write'] })
    return () => ({ authorization: `Bearer ${token}` })
  }
  const { mintAssertion } = await bridgeOf(platform)
  const permissions = { catalog: 'edit', store: 'edit', customers: 'edit', orders: 'edit', conversations: 'edit' }
  const user = { id: 8, rights: ['svc.super'], permissions, staff: true, groups: [], role: 'staff', locale: 'de' }
  return () => ({ 'x-svc-shopper': mintAssertion(platform === 'cms_b' ? trustOfCmsB : trust, user) })
}

/** Fields that can be written to an existing record, with new values. */
async function otherFields(app: App & TestApp, entity: Entity): Promise<object> {
  if (entity.singleton) return {}
  const fields = Object.entries(await sampleFields(app, entity))
  return Object.fromEntries(fields.filter(([key]) => !(key in entity.properties) || isFree(entity.properties[key]!)))
}

const isFree = (property: Property): boolean => !property.locked && !property.readOnly && property.kind.references === undefined

for (const host of hostsUnderTest) {
  describe(`the admin on ${host.platform}`, function () {
    this.timeout(120_000)
    let app: ListeningApp
    let client: JsonClient
    let keeper: Person
    before(async () => {
      await host.start?.()
      app = await listenTestApp([rest(), admin()], {
        host: host.create(),
        plugins: [stock, print, advisor, provider],
        customizations: [example()],
      })
      client = createJsonClient(app.url)
      keeper = await keeperOf(host, app)
    })
    after(async () => {
      client.close()
      await app.stop()
      await host.stop?.()
    })

    let csrf = ''
    const send = (
      method: string,
      path: string,
      body?: unknown,
      more: Readonly<Record<string, string>> = {},
    ): Promise<JsonReply> =>
      client.send(method, `${api}/${path}`, body, { ...keeper(), origin: app.url, 'x-svc-csrf': csrf, ...more })

    it('authenticates people only through the host', async () => {
      const session = await send('GET', 'session')
      expect(codeOf(session), JSON.stringify(session.body)).to.equal('200')
      const { account, platform, commerce } = session.body as Readonly<Record<string, unknown>> & {
        account: { scopes: string[]; signOut: boolean }
      }
      csrf = String((session.body as { csrf: string }).csrf)
      expect([platform, commerce]).to.deep.equal([host.platform, host.differs.commerce])
      expect(account.scopes).to.include.members(['catalog:write', 'store:write'])
      expect(account.signOut).to.equal(false)
      expect(codeOf(await client.send('GET', `${api}/session`))).to.equal('401 AUTHENTICATION_REQUIRED')
      const shopper = await host.person(app, 'Eve')
      expect(codeOf(await client.send('GET', `${api}/session`, undefined, shopper()))).to.equal('401 AUTHENTICATION_REQUIRED')
    })

    it('offers sign-in with a password only if the host has no accounts', async () => {
      const credentials = { email: 'ada@shop.example', password: 'correct horse battery' }
      const answer = await client.send('POST', `${api}/session`, credentials, { origin: app.url })
      expect(codeOf(answer)).to.equal(host.platform === 'standalone' ? '401 AUTHENTICATION_FAILED' : '404 NOT_FOUND')
      const menu = (await send('GET', 'menu')).body as { entries: { name: string }[] }[]
      expect(menu.flatMap(({ entries }) => entries.map(({ name }) => name))).not.to.include('accounts')
    })

    it("lists, creates, reads, updates and deletes every record within the owner's scopes, equal to REST", async () => {
      const owner = await ownerOf(host, app)
      const { csrf: own } = (await client.send('GET', `${api}/session`, undefined, owner())).body as { csrf: string }
      const ask = (method: string, path: string, body?: unknown): Promise<JsonReply> =>
        client.send(method, `${api}/records/${path}`, body, { ...owner(), origin: app.url, 'x-svc-csrf': own })
      const { token } = await app.access.tokens.mint({ name: 'rest', presets: ['everything'], scopes: ['code:write'] })
      const overRest = createJsonClient(app.url, token)
      const prefix = host.differs.languageFilter ? '/en' : ''
      const grant = grantOf(reach[host.platform])
      let reached = 0
      for (const entity of app.context.registry.entities.values()) {
        const may = (operation: Operation): boolean =>
          entity.operations.includes(operation) && grant.allowsAll(requiredScopes(entity, operation))
        const { name } = entity
        const list = await ask('GET', `${name}?limit=1`)
        expect(codeOf(list), name).to.equal(may('list') ? '200' : '403 INSUFFICIENT_SCOPE')
        if (!may('read')) continue
        reached += 1
        const created = may('create') ? await ask('POST', name, await sampleFields(app, entity)) : null
        if (created) expect(codeOf(created), `${name} ${JSON.stringify(created.body)}`).to.equal('201')
        const id = created ? (created.body as { id: number }).id : await sampleId(app, entity)
        const equal = async (answer: JsonReply): Promise<void> => {
          const restRecord = await overRest.data<{ record: object }>('GET', `${prefix}/svc-api/v1/${name}/${id}`)
          expect((answer.body as { record: object }).record, name).to.deep.include(restRecord.record)
        }
        await equal(await ask('GET', `${name}/${id}`))
        if (may('update')) {
          const changed = await ask('PATCH', `${name}/${id}`, await otherFields(app, entity))
          expect(codeOf(changed), `${name} ${JSON.stringify(changed.body)}`).to.equal('200')
          await equal(changed)
        }
        if (created && may('delete')) expect(codeOf(await ask('DELETE', `${name}/${id}`)), name).to.equal('200')
      }
      overRest.close()
      expect(reached, 'entities').to.be.above(25)
    })

    it('rejects forged requests of other sites', async () => {
      const fields = { title: 'Forged' }
      for (const headers of [{ origin: 'https://evil.example' }, { 'x-svc-csrf': 'made up' }] as readonly Readonly<
        Record<string, string>
      >[])
        expect(codeOf(await send('POST', 'records/tax-class', fields, headers))).to.equal('403 ORIGIN_NOT_ALLOWED')
      const { records } = await app.records.list('tax-class', { filters: new Map([['search', 'Forged']]) })
      expect(records).to.deep.equal([])
    })
  })
}
