// The admin on all four hosts: whom the host names comes in with the host's rights, makes, changes and deletes; nobody else does.
import { expect } from 'chai'
import type { App } from '../../../core/app.js'
import { admin } from '../../../plugins/admin/index.js'
import { rest } from '../../../plugins/rest/index.js'
import { bridgeOf, type HostUnderTest, hostsUnderTest, type Person, trust, trustOfCmsB } from '../../hosts/host-list.js'
import { type ListeningApp, listenTestApp } from '../../support/app.js'
import { type Answer, jsonClient, type JsonClient } from '../../support/json-client.js'
import { sampleFields } from '../rest/samples.js'
import { provider } from '../rest/service.js'
import { stock } from '../../../plugins/stock/index.js'
import { api, codeOf } from './service.js'

/** Somebody who keeps the catalogue and the store of that host. */
async function keeperOf({ platform }: HostUnderTest, app: App): Promise<Person> {
  if (platform === 'standalone') {
    const { token } = await app.tokens.mint({ name: 'keeper', scopes: ['catalog:write', 'store:write'] })
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

for (const host of hostsUnderTest) {
  describe(`the admin on ${host.platform}`, () => {
    let app: ListeningApp
    let client: JsonClient
    let keeper: Person
    before(async () => {
      await host.start?.()
      app = await listenTestApp([rest(), admin()], { host: host.create(), plugins: [stock, provider] })
      client = jsonClient(app.url)
      keeper = await keeperOf(host, app)
    })
    after(async () => {
      client.close()
      await app.stop()
      await host.stop?.()
    })

    let csrf = ''
    const send = (method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}): Promise<Answer> =>
      client.send(method, `${api}/${path}`, body, { ...keeper(), origin: app.url, 'x-svc-csrf': csrf, ...more })

    it('knows who comes by the host alone', async () => {
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

    it('keeps accounts of its own only where the host keeps none', async () => {
      const sent = { email: 'ada@shop.example', password: 'correct horse battery' }
      const answer = await client.send('POST', `${api}/session`, sent, { origin: app.url })
      expect(codeOf(answer)).to.equal(host.platform === 'standalone' ? '401 AUTHENTICATION_FAILED' : '404 NOT_FOUND')
      const menu = (await send('GET', 'menu')).body as { entries: { name: string }[] }[]
      expect(menu.flatMap(({ entries }) => entries.map(({ name }) => name))).not.to.include('accounts')
    })

    it('makes, reads, changes and deletes what the person may, as REST shows it', async () => {
      const { token } = await app.tokens.mint({ name: 'rest', presets: ['everything'], scopes: ['code:write'] })
      const overRest = jsonClient(app.url, token)
      for (const entity of app.registry.entities.values()) {
        const all = (['create', 'read', 'update', 'delete'] as const).every((one) => entity.operations.includes(one))
        if (!all || !['catalog', 'store'].includes(entity.area) || entity.writeNeeds) continue
        const made = await send('POST', `records/${entity.name}`, await sampleFields(app, entity))
        expect(codeOf(made), `${entity.name} ${JSON.stringify(made.body)}`).to.equal('201')
        const { id, record } = made.body as { id: number; record: Readonly<Record<string, unknown>> }
        const prefix = host.differs.languageFilter ? '/en' : ''
        const shown = await overRest.data<{ record: object }>('GET', `${prefix}/svc-api/v1/${entity.name}/${id}`)
        expect(record, entity.name).to.deep.include(shown.record)
        expect(codeOf(await send('PATCH', `records/${entity.name}/${id}`, {})), entity.name).to.equal('200')
        expect(codeOf(await send('DELETE', `records/${entity.name}/${id}`)), entity.name).to.equal('204')
      }
      overRest.close()
      expect(codeOf(await send('GET', 'records/customer'))).to.equal('403 INSUFFICIENT_SCOPE')
    })

    it('changes nothing by what another site has a browser send', async () => {
      const sent = { title: 'Forged' }
      for (const headers of [{ origin: 'https://evil.example' }, { 'x-svc-csrf': 'made up' }] as readonly Readonly<
        Record<string, string>
      >[])
        expect(codeOf(await send('POST', 'records/tax-class', sent, headers))).to.equal('403 ORIGIN_NOT_ALLOWED')
      const { records } = await app.list('tax-class', { filters: new Map([['search', 'Forged']]) })
      expect(records).to.deep.equal([])
    })
  })
}
