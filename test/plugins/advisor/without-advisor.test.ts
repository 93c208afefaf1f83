// A composition without the advisor: core boots, and no surface offers conversations.
import { expect } from 'chai'
import { mcp } from '../../../plugins/mcp/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { storefront } from '../../../plugins/storefront/index.js'
import { bootTestApp, type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { type AdminService, startAdmin } from '../admin/service.js'
import { authorLamp } from '../runtime/lamp.js'

describe('a service without the advisor plugin', () => {
  let service: AdminService
  let app: ListeningApp

  before(async () => {
    service = await startAdmin({ plugins: [stock] }, [mcp(), runtime(), storefront()])
    app = service.app
    await authorLamp(app)
  })
  after(() => service.stop())

  it('has no verbs, actions and tasks of the advisor, and is ready', async () => {
    const names = [
      ...app.context.registry.verbs.keys(),
      ...app.context.registry.actions.keys(),
      ...(await app.operations.tasks.states()).map(({ name }) => name),
    ]
    expect(names).to.include.members(['read-shop', 'clear-cache', 'expire-carts'])
    expect(names.filter((name) => /advisor|conversation|outreach|message|stop-reply|person/.test(name))).to.deep.equal([])
    expect((await app.operations.ready()).ready).to.equal(true)
  })

  it('has no routes of the advisor in the runtime API and the admin', async () => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"consent":true}' }
    expect((await fetch(`${app.url}/svc-api/runtime/v1/advisor`)).status).to.equal(404)
    expect((await fetch(`${app.url}/svc-api/runtime/v1/conversations`, post)).status).to.equal(404)
    const reader = await service.as('conversations:read')
    expect((await reader.send('GET', 'advisor')).status).to.equal(404)
    expect((await reader.send('GET', 'advisor/conversations')).status).to.equal(404)
    const menu = (await reader.send('GET', 'menu')).body as readonly { readonly entries: readonly { readonly name: string }[] }[]
    const entries = menu.flatMap((area) => area.entries.map(({ name }) => name))
    expect(entries).to.include('chat-conversation').and.not.to.include('advisor')
    const document = (await (await fetch(`${app.url}/svc-api/runtime/v1/openapi.json`)).json()) as { readonly paths: object }
    expect(Object.keys(document.paths).filter((path) => /advisor|conversations/.test(path))).to.deep.equal([])
  })

  it('has no MCP tool for conversations', async () => {
    const { token } = await app.access.tokens.mint({ name: 'tools', presets: ['everything'], scopes: [] })
    const answer = await fetch(`${app.url}/svc-api/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    const { result } = (await answer.json()) as { readonly result: { readonly tools: readonly { readonly name: string }[] } }
    const names = result.tools.map(({ name }) => name)
    expect(names).to.include('svc_clear_cache')
    expect(names.filter((name) => name.includes('conversations'))).to.deep.equal([])
  })

  it('shows no advisor on product pages, even if the settings of the shop turn it on', async () => {
    const fields = { advisor_enabled: true, advisor_vendor: 'anthropic', advisor_model: 'm', advisor_base_url: 'scripted:' }
    await app.records.write('settings', fields, { id: 1 })
    const page = await readStorefront(app.url)
    expect(page).not.to.include('/advisor"')
    const other = await listenTestApp([runtime(), storefront()])
    try {
      await other.records.write('settings', fields, { id: 1 })
      expect(await readStorefront(other.url)).to.include('/advisor"')
    } finally {
      await other.stop()
    }
  })

  it('keeps the conversation entities in core', async () => {
    const bare = await bootTestApp({ plugins: [stock] })
    try {
      expect(bare.context.registry.entities.has('chat-conversation')).to.equal(true)
      expect((await bare.records.list('chat-conversation', {})).records).to.deep.equal([])
    } finally {
      await bare.stop()
    }
  })
})

const readStorefront = async (url: string): Promise<string> => (await fetch(`${url}/`)).text()
