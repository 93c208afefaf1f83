// Tests the list of tools: every tool with every scope and preset, schemas that hosts accept, and both SDK generations.
import { expect } from 'chai'
import { type Scope, grantableScopes, presets } from '../../../core/foundation/access.js'
import { authorBlind, type Blind } from '../../core/actions/blind.js'
import { type TransferFolder, transferFolder } from '../packages/transfer-packages.js'
import { type Assistant, type ListedTool, type McpService, newAssistant, oldAssistant, startMcp } from './service.js'

/** Written by hand, not derived from the actions: a tool is listed if one of its scopes is granted, or always. */
const writers: readonly Scope[] = ['catalog:write', 'store:write', 'customers:write']
const catalog: readonly Scope[] = ['catalog:read', 'catalog:write']
const allWrites = grantableScopes.filter((scope) => scope.endsWith(':write'))
const table: Readonly<Record<string, readonly Scope[] | 'always'>> = {
  svc_describe_entity: 'always',
  svc_list_entities: 'always',
  svc_get_entity: 'always',
  svc_describe_rules: catalog,
  svc_describe_calculations: catalog,
  svc_get_calculation: catalog,
  svc_describe_customization: catalog,
  svc_explain_configuration: catalog,
  svc_prove_product: catalog,
  svc_simulate_product: catalog,
  svc_describe_install: ['system:read', 'system:write'],
  svc_check_product_package: catalog,
  svc_get_product_sheet: catalog,
  svc_create_entity: writers,
  svc_update_entity: writers,
  svc_delete_entity: writers,
  svc_set_calculation: ['catalog:write'],
  svc_delete_product_deep: ['catalog:write'],
  svc_copy_record: ['catalog:write'],
  svc_set_order_status: ['orders:write'],
  svc_poll_payments: ['orders:write'],
  svc_analyze_conversations: ['conversations:write'],
  svc_export_product: ['catalog:write'],
  svc_import_product_package: ['catalog:write'],
  svc_apply_product_sheet: ['catalog:write'],
  svc_clear_cache: allWrites,
  svc_apply_migrations: ['system:write'],
  svc_unblock_migrations: ['system:write'],
  svc_convert_charset: ['system:write'],
  svc_purge_orphaned_strings: ['system:write'],
  svc_set_system_var: ['system:write'],
}

const writableBy: Readonly<Record<string, readonly string[]>> = {
  'catalog:write': [
    ...['product', 'page', 'question', 'answer', 'product-list', 'product-list-assignment', 'calculation'],
    ...['product-detail-pane', 'example'],
  ],
  'store:write': [
    ...['currency', 'tax-class', 'shipper', 'zone', 'shipping-method', 'payment-method', 'salutation', 'notification'],
    'content-page',
    ...['country', 'state', 'county', 'city'],
  ],
  'customers:write': ['customer', 'address', 'review'],
}

const grants: readonly (readonly Scope[])[] = [[], ...grantableScopes.map((scope) => [scope]), ...Object.values(presets)]

describe('the tools', function () {
  this.timeout(60_000)
  let service: McpService
  let blind: Blind
  let folder: TransferFolder
  let everything: Assistant
  before(async () => {
    folder = await transferFolder()
    service = await startMcp({ transferFolder: folder.path })
    blind = await authorBlind(service.app)
    await service.app.act('export-product', { product_ids: [blind.product], out: folder.file('blind.zip') })
    everything = await service.assistant(...presets.everything, 'code:write')
  })
  after(async () => {
    await service.stop()
    await folder.remove()
  })

  /** Arguments with which an accepted call has an effect. */
  const inputs = (): Readonly<Record<string, Readonly<Record<string, unknown>>>> => ({
    svc_describe_entity: { entity: 'product' },
    svc_list_entities: { entity: 'product' },
    svc_get_entity: { entity: 'product', id: blind.product },
    svc_describe_rules: { product_id: blind.product },
    svc_describe_calculations: { product_id: blind.product },
    svc_get_calculation: { calculation_id: blind.table },
    svc_get_product_sheet: { product_id: blind.product },
    svc_explain_configuration: { product_id: blind.product },
    svc_prove_product: { product_id: blind.product },
    svc_simulate_product: { product_id: blind.product, walks: 20 },
    svc_create_entity: { entity: 'page', fields: {} },
    svc_update_entity: { entity: 'page', id: blind.page, fields: { titel: '' } },
    svc_delete_entity: { entity: 'page', id: blind.page },
    svc_set_calculation: { calculation_id: blind.table, code: { code: '1' } },
    svc_delete_product_deep: { id: 999_999 },
    svc_copy_record: { entity: 'page', id: blind.page },
    svc_export_product: { product_ids: [999_999] },
    svc_check_product_package: { path: 'blind.zip' },
    svc_import_product_package: { path: 'missing.zip' },
    svc_apply_product_sheet: { sheet: 'sheet: 1\nproduct: lamp' },
    svc_set_system_var: { key: 'secret', value: 'x' },
    svc_set_order_status: { order_id: 999_999, status: 'paid' },
  })

  for (const scopes of grants) {
    const scopeNames = scopes.length === 0 ? 'no scope' : scopes.join(' + ')
    const reaches = (needed: readonly Scope[] | 'always'): boolean =>
      needed === 'always' || needed.some((scope) => scopes.includes(scope))

    it(`are listed for ${scopeNames} if and only if they can be called`, async () => {
      const assistant = await service.assistant(...scopes)
      const listed = (await assistant.tools()).map((tool) => tool.name)
      expect(listed).to.deep.equal(Object.keys(table).filter((name) => reaches(table[name]!)))
      const before = await service.contents()
      for (const name of Object.keys(table).filter((tool) => !listed.includes(tool))) {
        const { isError, content } = await assistant.call(name, inputs()[name])
        expect(isError, name).to.equal(true)
        const needed = table[name] as readonly Scope[]
        expect(
          needed.some((scope) => content[0]!.text.includes(`'${scope}'`)),
          content[0]!.text,
        ).to.equal(true)
      }
      expect(await service.contents()).to.deep.equal(before)
    })

    it(`offer to ${scopeNames} its entities, and name the missing scope for others`, async () => {
      const assistant = await service.assistant(...scopes)
      const tools = new Map((await assistant.tools()).map((tool) => [tool.name, tool]))
      const offered = (name: string): readonly string[] => enumOf(tools.get(name))
      const writable = scopes.flatMap((scope) => writableBy[scope] ?? [])
      expect(offered('svc_create_entity')).to.have.members(writable)
      expect(offered('svc_delete_entity')).to.have.members(writable)
      const copied = offered('svc_copy_record')
      if (scopes.includes('catalog:write')) expect(copied).to.include.members(['product', 'page']).and.not.include('tax-class')
      else expect(copied).to.deep.equal([])
      const singletons = scopes.includes('store:write') ? ['settings', 'store'] : []
      expect(offered('svc_update_entity')).to.have.members([...writable, ...singletons])
      const areas = new Set(['store', ...scopes.map((scope) => scope.split(':')[0])])
      const readable = [...service.app.context.registry.entities.values()]
        .filter(({ area }) => areas.has(area))
        .map(({ name }) => name)
      for (const name of ['svc_describe_entity', 'svc_list_entities', 'svc_get_entity']) {
        expect(offered(name), name).to.have.members(readable)
      }
      const hidden = [...service.app.context.registry.entities.values()].find(({ area }) => !areas.has(area))
      if (!hidden) return
      const { isError, content } = await assistant.call('svc_list_entities', { entity: hidden.name })
      expect([isError, content[0]!.text.includes(`'${hidden.area}:read'`)]).to.deep.equal([true, true])
    })
  }

  it('accept exactly the entities that the schema of their entity argument lists', async () => {
    const { registry } = service.app.context
    const withheld: string[] = []
    for (const tool of await everything.tools()) {
      const offered = enumOf(tool)
      if (offered.length === 0 || tool.annotations?.readOnlyHint === true) continue
      for (const { name } of registry.entities.values()) {
        if (offered.includes(name)) continue
        const { isError, content } = await everything.call(tool.name, { ...inputs()[tool.name], entity: name, id: 999_999 })
        expect(isError, `${tool.name} ${name}`).to.equal(true)
        expect(content[0]!.text, `${tool.name} ${name}`).to.match(
          / is read-only here\.| is not available for |can be copied, not /,
        )
        if (tool.name === 'svc_copy_record' && content[0]!.text.includes('is read-only here.')) withheld.push(name)
      }
    }
    expect(withheld).to.include.members(['calculation-formula', 'calculation-matrix', 'calculation-code', 'variant-table'])
  })

  /** The enum of a tool's entity argument. */
  function enumOf(tool: ListedTool | undefined): readonly string[] {
    const { properties } = (tool?.inputSchema ?? {}) as {
      readonly properties?: { readonly entity?: { readonly enum?: readonly string[] } }
    }
    return properties?.entity?.enum ?? []
  }

  it('name presets that include a scope if any write scope is enough', async () => {
    const reader = await service.assistant('catalog:read')
    for (const [name, input] of [
      ['svc_clear_cache', {}],
      ['svc_create_entity', { entity: 'page', fields: {} }],
    ] as const) {
      const { content } = await reader.call(name, input)
      expect(content[0]!.text)
        .to.include("'catalog:write', ")
        .and.to.match(/presets 'author', .* and 'everything' include one of these scopes\./)
    }
  })

  it('require code:write in addition to catalog:write only for code', async () => {
    const author = await service.assistant('catalog:write')
    const refused = await author.call('svc_set_calculation', { calculation_id: blind.table, code: { code: '1' } })
    expect(refused.content[0]!.text).to.include("'code:write'")
    const body = { calculation_id: blind.table, formula: { terms: [{ number: 1 }] }, dry_run: true }
    expect(await author.call('svc_set_calculation', body)).not.to.have.property('isError')
  })

  it('change no row if they are marked as read-only', async () => {
    const before = await service.contents()
    for (const { name, annotations } of await everything.tools()) {
      if (annotations?.['readOnlyHint'] !== true) continue
      const result = await everything.call(name, inputs()[name])
      expect(result.isError, `${name}: ${result.content[0]?.text}`).to.equal(undefined)
      expect(JSON.parse(result.content[0]!.text), name).to.deep.equal(result.structuredContent)
    }
    for (const name of [
      'svc_create_entity',
      'svc_update_entity',
      'svc_delete_entity',
      'svc_set_calculation',
      'svc_delete_product_deep',
      'svc_copy_record',
    ]) {
      await everything.call(name, { ...inputs()[name], dry_run: true })
    }
    expect(await service.contents()).to.deep.equal(before)
  })

  it('have correct hints: only payments and conversations are open-world, updates and deletions are destructive', async () => {
    const destructive = [
      'update_entity',
      'delete_entity',
      'set_calculation',
      'delete_product_deep',
      'import_product_package',
      'apply_product_sheet',
      'unblock_migrations',
    ]
    const maintaining = ['convert_charset', 'purge_orphaned_strings', 'set_system_var', 'set_order_status']
    for (const { name, annotations } of await everything.tools()) {
      const expected = [...destructive, ...maintaining].includes(name.slice(4))
      expect(annotations, name).to.include({
        openWorldHint: ['svc_poll_payments', 'svc_analyze_conversations'].includes(name),
        destructiveHint: expected,
      })
      if (annotations?.['readOnlyHint']) expect(annotations['destructiveHint'], name).to.equal(false)
    }
  })

  it('have a list of less than 32 kB for the largest grant', async () => {
    expect(JSON.stringify({ tools: await everything.tools() }).length).to.be.lessThan(32_000)
  })

  describe('tool schemas', () => {
    const forbidden = ['oneOf', 'anyOf', 'allOf', 'not', 'if', '$ref']

    function check(schema: Readonly<Record<string, unknown>>, at: string, described: boolean): void {
      for (const key of forbidden) expect(schema, `${at} has ${key}`).not.to.have.property(key)
      expect(schema['type'], at).to.be.a('string')
      if (schema['type'] === 'array') expect(schema, at).to.have.property('items')
      if (described) expect(schema['description'], at).to.be.a('string').with.length.greaterThan(2)
      const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>
      for (const [key, value] of Object.entries(properties)) check(value, `${at}.${key}`, true)
    }

    it('contain no unions, references or type lists, describe every argument, and allow no additional ones', async () => {
      for (const { name, inputSchema, outputSchema } of await everything.tools()) {
        check(inputSchema, name, false)
        expect(inputSchema, name).to.include({ type: 'object', additionalProperties: false })
        expect(outputSchema, name).to.deep.equal({ type: 'object' })
      }
    })

    it('have descriptions whose first sentence has at most 120 characters', async () => {
      for (const { name, description = '' } of await everything.tools()) {
        const [first = ''] = description.split(/(?<=\.) /)
        expect(first.length, `${name}: ${first}`).to.be.lessThan(121)
      }
    })

    it('accept the example of their action', async () => {
      const { Ajv2020 } = await import('ajv/dist/2020.js')
      const ajv = new Ajv2020({ strict: false })
      for (const { name, inputSchema } of await everything.tools()) {
        const action = service.app.context.registry.actions.get(name.slice(4).replaceAll('_', '-'))
        if (action?.example === undefined) continue
        expect(ajv.validate(inputSchema, action.example), `${name}: ${ajv.errorsText()}`).to.equal(true)
      }
    })
  })

  for (const [title, connect] of [
    ['the first SDK generation', (url: string, token: string) => oldAssistant(url, token)],
    ['the second SDK generation with revision 2025-11-25', (url: string, token: string) => newAssistant(url, token, 'session')],
    ['the second SDK generation with revision 2026-07-28', (url: string, token: string) => newAssistant(url, token, 'stateless')],
  ] as const) {
    it(`serve ${title}`, async () => {
      const assistant = await connect(service.app.url, await service.token(...presets.everything, 'code:write'))
      expect(await assistant.tools()).to.deep.equal(await everything.tools())
      const read = await assistant.call('svc_get_entity', { entity: 'page', id: blind.page })
      expect(read.structuredContent).to.include({ entity: 'page', id: blind.page })
      const refused = await assistant.call('svc_get_entity', { entity: 'page', id: 999_999 })
      expect(refused.isError).to.equal(true)
      expect(refused.content[0]!.text).to.include('svc_list_entities')
      await assistant.close()
    })
  }
})
