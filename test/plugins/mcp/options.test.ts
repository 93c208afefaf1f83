// Tests that the options of svc:mcp grant the same tools as a token with the same scopes.
import { expect } from 'chai'
import { grantableScopes, type Preset, presets } from '../../../core/foundation/access.js'
import { readOptions } from '../../../plugins/mcp/stdio/program.js'
import { listTools } from '../../../plugins/mcp/tool/tool-list.js'
import { createFreshDatabase } from '../../support/fresh-database.js'
import { type McpService, startMcp } from './service.js'
import { startStdio } from './stdio-server.js'

describe('the options of svc:mcp', function () {
  this.timeout(60_000)
  let service: McpService
  before(async () => {
    service = await startMcp()
  })
  after(() => service.stop())

  const cases: readonly (readonly [options: readonly string[], scopes: readonly (typeof grantableScopes)[number][]])[] = [
    ...grantableScopes.map((scope) => [['--scope', scope], [scope]] as const),
    ...(Object.keys(presets) as Preset[]).map((preset) => [['--preset', preset], presets[preset]] as const),
    [
      ['--preset', 'author', '--scope', 'code:write'],
      ['catalog:write', 'code:write'],
    ],
  ]
  for (const [options, scopes] of cases) {
    it(`list with ${options.join(' ')} the tools of a token with the same scopes`, async () => {
      const { grant } = readOptions(options)
      expect(grant.scopes).to.deep.equal([...scopes].sort((a, b) => (a < b ? -1 : 1)))
      const overHttp = await (await service.assistant(...scopes)).tools()
      expect(listTools(service.app.context.registry, grant)).to.deep.equal(overHttp)
    })
  }

  it('restrict the list of a running server', async () => {
    const database = await createFreshDatabase()
    const server = startStdio(['--in-process', '--preset', 'fulfilment'], { SVC_DATABASE_URL: database.url })
    const overStdio = await server.tools()
    await server.end()
    await database.drop()
    expect(overStdio).to.deep.equal(await (await service.assistant(...presets.fulfilment)).tools())
  })
})
