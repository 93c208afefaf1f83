// Tests both generations of the SDK as clients over stdio with the worker pool, against raw messages.
import { expect } from 'chai'
import { type FreshDatabase, createFreshDatabase } from '../../support/fresh-database.js'
import { type Assistant, newAssistantOver, oldAssistantOver } from './service.js'
import { program, startStdio, type StdioServer } from './stdio-server.js'

describe('MCP over stdio with SDK clients', function () {
  this.timeout(120_000)
  let database: FreshDatabase
  let raw: StdioServer
  let env: Readonly<Record<string, string>>
  before(async () => {
    database = await createFreshDatabase()
    env = { PATH: process.env['PATH'] ?? '', SVC_DEMO: 'off', SVC_DATABASE_URL: database.url }
    raw = startStdio(['--in-process'], { SVC_DATABASE_URL: database.url })
  })
  after(async () => {
    await raw?.close()
    await database?.drop()
  })

  const args = [program, 'svc:mcp', '--preset', 'author', '--scope', 'code:write', '--scope', 'store:write']
  const clients: readonly (readonly [title: string, connect: () => Promise<Assistant>])[] = [
    ['the first generation', () => oldAssistantOver({ args, env })],
    ['the second generation with revision 2025-11-25', () => newAssistantOver({ args, env }, 'session')],
    ['the second generation with revision 2026-07-28', () => newAssistantOver({ args, env }, 'stateless')],
  ]
  for (const [title, connect] of clients) {
    it(`serves ${title}`, async () => {
      const assistant = await connect()
      try {
        const names = (await assistant.tools()).map(({ name }) => name)
        expect(names).to.include.members(['svc_describe_entity', 'svc_create_entity', 'svc_set_calculation'])
        expect(names).not.to.include('svc_describe_install')

        const described = await assistant.call('svc_describe_entity', { entity: 'product-list' })
        expect(described).to.deep.include(await raw.call('svc_describe_entity', { entity: 'product-list' }))

        const fields = { title_en_GB: title, title_de_DE: title }
        const created = await assistant.call('svc_create_entity', { entity: 'product-list', fields })
        const { id } = created.structuredContent as { readonly id: number }
        const read = await raw.call('svc_get_entity', { entity: 'product-list', id })
        expect(read.structuredContent).to.deep.include({ id }).and.to.have.nested.property('record.title_en_GB', title)

        const refused = await assistant.call('svc_get_entity', { entity: 'product-list', id: 999_999 })
        expect([refused.isError, refused.content[0]!.text.includes('svc_list_entities')]).to.deep.equal([true, true])
        expect((await assistant.call('svc_describe_install')).isError).to.equal(true)
        const unknown = await assistant.call('svc_make_coffee').then(
          () => null,
          (error: unknown) => String(error),
        )
        expect(unknown).to.match(/There is no tool 'svc_make_coffee'/)
      } finally {
        await assistant.close()
      }
    })
  }
})
