// The published package on each host: the configuration of its README, the bridge files, commands, an assistant, a customization.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openPackedProjects, type PackedProjects } from '../deploy/packed-projects.js'
import { listFilesBelow, readRepositoryFile } from '../support/repository.js'
import { blocksOf } from '../docs/blocks.js'
import { secret } from './host-list.js'

const hosts = ['standalone', 'cms_a', 'cms_b', 'shop_platform'] as const

/** The configurations read their host's secret from the environment. */
const secrets = ['CMS_SECRET', 'SHOP_SECRET'] as const

const readBlock = (page: string, start: string): string =>
  blocksOf(page, readRepositoryFile(page)).find(({ text }) => text.startsWith(start))!.text

const configOf = (host: string): string => readBlock(`hosts/${host}/README.md`, '// svc.config.ts:')

/** The configuration of the README with an assistant over stdio and the customization of the tutorial. */
const extendedConfig = `
import { mcpStdio } from 'product-configurator-service/plugins/mcp'
import config from './host.config.js'
import { plates } from './plate-number.js'

const plugins = config.plugins.filter(({ name }) => name !== mcpStdio.name)
  export default { ...config, plugins: [...plugins, mcpStdio], customizations: [plates] }
`

/** An assistant's session that asks for the fields of a question. */
const session = [
  {
    ...{ id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'svc_describe_entity', arguments: { entity: 'question' } } },
]

const consumer = `
import { createClient, createShopClient, ServiceFailure, type Problem } from 'product-configurator-service/client'
import { standalone } from 'product-configurator-service/hosts/standalone'
import { http } from 'product-configurator-service/plugins/http'
import { rest } from 'product-configurator-service/plugins/rest'
import { runtime } from 'product-configurator-service/plugins/runtime'
import { stock } from 'product-configurator-service/plugins/stock'
import { startService } from 'product-configurator-service/testing'

const plugins = [stock, http({ mounts: [rest(), runtime()] })]
const service = await startService({ languages: ['en-GB', 'de-DE'], host: standalone(), plugins })
const baseUrl = service.url ?? ''
const { token } = await service.app.access.tokens.mint({ name: 'test', presets: ['everything'] })
const client = createClient({ baseUrl, token })
await client('product').create({ title_en_GB: 'Chair', title_de_DE: 'Stuhl', tax_class_id: 1, published: true })
const problem: Problem | null = await client('product').read(99).then(
  () => null,
  (error: unknown) => (error instanceof ServiceFailure ? error.problem : null),
)
const { products } = await createShopClient({ baseUrl, language: 'en-GB' }).listProducts()
console.log(products.map(({ title }) => title), problem?.code)
await service.stop()
`

/** The addresses of the service that a host's page loads: scripts and the runtime API. */
function loadedBy(embed: string): readonly string[] {
  const scripts = [...embed.matchAll(/<script [^>]*src="([^"]+)"/g)].map((match) => match[1]!)
  const [, api = ''] = / api="([^"]+)"/.exec(embed) ?? []
  return [...scripts, `${api}/products`]
}

/** The absolute addresses of the configurator's script and of all its parts. */
async function partsAt(address: string): Promise<readonly URL[]> {
  const [, target = ''] = /^import '([^']+)'/.exec(await (await fetch(address)).text()) ?? []
  const script = new URL(target, address)
  const parts = (await (await fetch(script)).text()).matchAll(/\bimport\(`([^`]+)`\)/g)
  const names = [...[...parts].map(([, name]) => name!), './texts-configurator-en.js']
  expect(names).to.include.members(['./notice-blocks.js', './fields.js'])
  return [script, ...names.map((name) => new URL(name, script))]
}

describe('published package', function () {
  this.timeout(120_000)
  let workshop: PackedProjects
  let project: string
  const installed = (path: string): string => join(project, 'node_modules/product-configurator-service', path)

  before(async () => {
    for (const name of secrets) process.env[name] = secret
    workshop = await openPackedProjects()
    project = await workshop.createProject('empty', {
      'package.json': '{"type": "module", "private": true}',
      'plate-number.ts': readBlock('customizations/README.md', '// plate-number.ts:'),
      'session.jsonl': session.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
      'consumer.ts': consumer,
      'tsconfig.json': JSON.stringify({
        compilerOptions: { target: 'ES2022', module: 'NodeNext', strict: true, outDir: 'out', types: ['node'] },
        files: ['consumer.ts'],
      }),
    })
  })
  after(() => {
    for (const name of secrets) delete process.env[name]
    workshop?.remove()
  })

  it('contains every bridge file unchanged', () => {
    const files = listFilesBelow('hosts').filter((path) => path.includes('/bridge/'))
    expect(files).to.include.members(['hosts/cms_b/bridge/assertion.mjs', 'hosts/shop_platform/bridge/configurator.mjs'])
    for (const path of files) expect(readFileSync(installed(path), 'utf8'), path).to.equal(readRepositoryFile(path))
  })

  for (const host of hosts) {
    it(`starts with the configuration of the README of ${host}, and serves every address that its page loads`, async () => {
      writeFileSync(join(project, 'svc.config.ts'), configOf(host))
      rmSync(join(project, 'var'), { recursive: true, force: true })
      const { url, stop } = await workshop.serve(project)
      try {
        const pages = host === 'standalone' ? ['/'] : loadedBy(readFileSync(installed(`hosts/${host}/bridge/embed.html`), 'utf8'))
        for (const path of pages) expect((await fetch(url + path)).status, path).to.equal(200)
        for (const path of await partsAt(`${url}/storefront/configurator.js`))
          expect((await fetch(path)).status, path.href).to.equal(200)
        expect((await fetch(`${url}/svc-api/v1/product`)).status).to.equal(401)
      } finally {
        await stop()
      }
    })

    it(`runs commands, an assistant over stdio and a customization on ${host}`, async () => {
      writeFileSync(join(project, 'host.config.ts'), configOf(host))
      writeFileSync(join(project, 'svc.config.ts'), extendedConfig)
      rmSync(join(project, 'var'), { recursive: true, force: true })
      const svc = (words: string): Promise<string> => workshop.run(project, 'sh', '-c', `node node_modules/.bin/svc ${words}`)
      const { token } = JSON.parse(await svc('svc:token:mint test --preset everything --json')) as { readonly token: string }
      const replies = (await svc('svc:mcp < session.jsonl')).trim().split('\n')
      expect(replies.find((reply) => reply.includes('"id":2'))).to.include('PlateNumber')
      const { url, stop } = await workshop.serve(project)
      try {
        const findRefusedFields = async (type: string): Promise<readonly string[]> => {
          const reply = await fetch(`${url}/svc-api/v1/question`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ question_type: type }),
          })
          const { validationIssues } = (await reply.json()) as {
            readonly validationIssues: readonly { readonly field: string }[]
          }
          return validationIssues.map(({ field }) => field)
        }
        expect(await findRefusedFields('PlateNumber'))
          .to.include('page_id')
          .and.not.include('question_type')
        expect(await findRefusedFields('Unknown')).to.include('question_type')
      } finally {
        await stop()
      }
    })
  }

  it('exports the typed clients and the support of tests with their types', async () => {
    await workshop.run(project, 'node', 'node_modules/.bin/tsc')
    expect(await workshop.run(project, 'node', 'out/consumer.js')).to.equal("[ 'Chair' ] NOT_FOUND\n")
  })

  it('has fewer than 1,500 files, and none of tests, fixtures and benchmarks', () => {
    const files = readdirSync(installed(''), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).to.be.below(1_500)
    const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(installed('').length))
    expect(paths.filter((path) => /^(?:program\/)?(?:test|bench)\/|fixtures/.test(path))).to.deep.equal([])
  })
})
