// Entities of a customization on every interface: listed, documented, written and deleted like core entities.
import { expect } from 'chai'
import type { Scope } from '../../core/foundation/access.js'
import { everyScope } from '../plugins/rest/service.js'
import { type McpService, startMcp } from '../plugins/mcp/service.js'
import { withChildren } from '../fixtures/customizations/with-children.js'
import type { JsonClient } from '../support/json-client.js'
import { createProduct, inBothLanguages } from '../support/small-shop.js'

interface Plan {
  readonly deleted: boolean
  readonly plan: Readonly<Record<string, number>>
  readonly blockers: readonly { readonly entity: string; readonly id: number }[]
}

describe('entities of a customization', () => {
  let service: McpService
  let client: JsonClient
  before(async () => {
    service = await startMcp({ customizations: [withChildren] })
    client = await service.client(...everyScope)
  })
  after(() => service.stop())

  it('are in the index, the OpenAPI document and the schemas', async () => {
    const { entities } = await client.data<{ readonly entities: readonly object[] }>('GET', '/svc-api/v1/')
    expect(entities.find((entity) => 'name' in entity && entity.name === 'care-note')).to.include({ area: 'catalog' })
    const document = (await client.send('GET', '/svc-api/v1/openapi.json')).body as {
      readonly paths: object
      readonly components: { readonly schemas: object }
    }
    expect(Object.keys(document.paths)).to.include.members(['/care-note', '/care-note/{id}'])
    expect(Object.keys(document.components.schemas)).to.include.members(['CareNoteRead', 'CareNoteWrite', 'CareNoteListRow'])
    const schema = (await client.send('GET', '/svc-api/v1/schemas/write/care-note.json')).body
    expect(schema).to.deep.include({ required: ['product_id', 'title_en_GB', 'title_de_DE'] })
  })

  it('are written over REST and read over MCP, and the other way round', async () => {
    const product_id = await createProduct(service.app.records)
    const assistant = await service.assistant('catalog:write')
    const fields = { product_id, ...inBothLanguages('title', 'Wipe it') }
    const { id } = await client.data<{ readonly id: number }>('POST', '/svc-api/v1/care-note', fields)
    const read = await assistant.call('svc_get_entity', { entity: 'care-note', id })
    expect(JSON.stringify(read.structuredContent)).to.include('Wipe it')
    const created = await assistant.call('svc_create_entity', { entity: 'care-note', fields })
    expect(created.isError ?? false).to.equal(false)
    const { records } = await client.data<{ readonly records: readonly object[] }>(
      'GET',
      `/svc-api/v1/care-note?filter[product_id]=${product_id}`,
    )
    expect(records).to.have.length(2)
  })

  it("are offered over MCP only if the token's scopes include their area", async () => {
    const offered = async (scope: Scope): Promise<string> => {
      const tools = await (await service.assistant(scope)).tools()
      return JSON.stringify(tools.find(({ name }) => name === 'svc_create_entity')?.inputSchema ?? null)
    }
    expect(await offered('catalog:write')).to.include('"care-note"')
    expect(await offered('customers:write')).not.to.include('"care-note"')
  })

  it('are deleted with the product that owns them, or block its deletion, as declared', async () => {
    const product_id = await createProduct(service.app.records)
    await service.app.records.write('care-note', { product_id, ...inBothLanguages('title', 'Dust it') })
    const inspection = await service.app.records.write('inspection', { product_id, ...inBothLanguages('title', 'Yearly') })
    const deep = async (): Promise<Plan> =>
      (await service.app.act('delete-product-deep', { id: product_id, dry_run: true })) as Plan
    const blocked = await deep()
    expect(blocked.blockers.map(({ entity, id }) => [entity, id])).to.deep.equal([['inspection', inspection.id]])
    await service.app.records.remove('inspection', inspection.id)
    expect((await deep()).plan).to.deep.equal({ product: 1, 'care-note': 1 })
    await service.app.act('delete-product-deep', { id: product_id })
    const notes = await service.app.records.list('care-note', { filters: new Map([['product_id', product_id]]) })
    expect(notes.meta.total).to.equal(0)
  })
})
