// An installation from the packed archive, with a registry without the service: create, install, run, back up, restore, extend.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { openPackedProjects, type PackedProjects } from './packed-projects.js'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'
import { openStubRegistry, type StubRegistry } from './stub-registry.js'

const service = 'product-configurator-service'

describe('installation from the archive alone', function () {
  this.timeout(300_000)
  let workshop: PackedProjects
  let registry: StubRegistry
  let shop: string
  /** Titles of the demo products. */
  let products: readonly string[]
  const at = (...path: readonly string[]): string => join(workshop.folder, ...path)
  const svc = (folder: string, ...words: readonly string[]): Promise<string> =>
    workshop.run(folder, 'npx', '--no-install', 'svc', ...words)

  /** Runs npm install, then replaces the registry's empty packages with the real ones. */
  async function install(folder: string, ...words: readonly string[]): Promise<void> {
    writeFileSync(join(folder, '.npmrc'), `registry=${registry.url}\ncache=${at('cache')}\naudit=false\nfund=false\n`)
    await workshop.run(folder, 'npm', 'install', ...words)
    const { dependencies } = JSON.parse(readRepositoryFile('package.json')) as { readonly dependencies: object }
    for (const name of [...Object.keys(dependencies), 'typescript', '@types/node']) {
      const target = join(folder, 'node_modules', name)
      rmSync(target, { recursive: true, force: true })
      mkdirSync(dirname(target), { recursive: true })
      symlinkSync(join(repositoryRoot, 'node_modules', name), target)
    }
    rmSync(join(folder, 'node_modules/.bin/tsc'), { force: true })
    symlinkSync('../typescript/bin/tsc', join(folder, 'node_modules/.bin/tsc'))
  }

  const dependencyOf = (folder: string, list: 'dependencies' | 'devDependencies'): string =>
    (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<typeof list, Record<string, string>>)[list][
      service
    ]!

  before(async () => {
    workshop = await openPackedProjects()
    registry = await openStubRegistry()
    const output = await workshop.run(
      repositoryRoot,
      'npm',
      'pack',
      '--ignore-scripts',
      '--json',
      '--pack-destination',
      workshop.folder,
    )
    const archive = (JSON.parse(output) as readonly { readonly filename: string }[])[0]!.filename
    mkdirSync(at('tool'))
    writeFileSync(at('tool', 'package.json'), '{"private": true}')
    await install(at('tool'), at(archive))
    shop = at('my-shop')
    await svc(at('tool'), 'svc:create', 'my-shop', '--demo', '--out', shop)
  })
  after(() => {
    registry?.close()
    workshop?.remove()
  })

  it('installs with npm install, because it depends on the archive file and not on a version', async () => {
    expect(dependencyOf(shop, 'dependencies')).to.match(/^file:\.\.\/product-configurator-service-.*\.tgz$/)
    await install(shop)
    expect(registry.unknown).not.to.include(service)
  })

  it('serves the demo shop, and npx svc uses the same database', async () => {
    const outside = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')))
    const words = [join(shop, 'node_modules/.bin/svc'), 'svc:serve', '--port', '0']
    const child = spawn(process.execPath, words, { cwd: shop, env: outside, stdio: ['ignore', 'pipe', 'pipe'] })
    const exited = once(child, 'exit')
    let errorText = ''
    child.stderr.on('data', (data: Buffer) => (errorText += String(data)))
    try {
      const url = await new Promise<string>((resolve, reject) => {
        void exited.then(() => reject(new Error(errorText)))
        createInterface(child.stdout).on('line', (line) => {
          const found = /^Listening on (\S+)/.exec(line)?.[1]
          if (found !== undefined) resolve(found)
        })
      })
      expect(errorText).to.include(`Database: sqlite:${join(shop, 'var/svc.sqlite')} (SVC_DATABASE_URL in .env).`)
      const { token } = JSON.parse(await svc(shop, 'svc:token:mint', 'walk', '--preset', 'everything', '--json')) as {
        readonly token: string
      }
      const answer = await fetch(`${url}/svc-api/v1/product`, { headers: { authorization: `Bearer ${token}` } })
      const { data } = (await answer.json()) as {
        readonly data: { readonly records: readonly { readonly title: string }[] }
      }
      products = data.records.map(({ title }) => title).sort()
      expect([answer.status, products.length]).to.deep.equal([200, 3])
      const call = await fetch(`${url}/svc-api/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
          params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'walk', version: '1.0.0' } },
        }),
      })
      expect([call.status, await call.text()].join(' ')).to.match(/^200 .*"serverInfo"/s)
    } finally {
      child.kill('SIGTERM')
      await exited
    }
  })

  /** The product titles that an assistant reads: starts the printed command in another folder, without variables of this shell. */
  function listProductsAsAssistant(printed: string): readonly string[] {
    const { mcpServers } = JSON.parse(printed) as {
      readonly mcpServers: Readonly<
        Record<string, { readonly command: string; readonly args: readonly string[]; readonly env?: Record<string, string> }>
      >
    }
    const { command, args, env = {} } = mcpServers['configurator']!
    const clientInfo = { name: 'walk', version: '1.0.0' }
    const messages = [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'svc_list_entities', arguments: { entity: 'product' } } },
    ]
    const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')
    const elsewhere = at('elsewhere')
    mkdirSync(elsewhere, { recursive: true })
    const { stdout, stderr } = spawnSync(command, args, { cwd: elsewhere, env, input, encoding: 'utf8' })
    const reply = stdout.split('\n').find((line) => line.includes('"id":2')) ?? expect.fail(stdout + stderr)
    const { result } = JSON.parse(reply) as {
      readonly result: { readonly structuredContent: { readonly records: readonly { readonly title: string }[] } }
    }
    return result.structuredContent.records.map(({ title }) => title).sort()
  }

  it('prints the settings of an assistant, which reads the same database from any folder', async () => {
    const printed = await svc(shop, 'svc:mcp', '--print-config', 'claude-desktop')
    expect(listProductsAsAssistant(printed)).to.deep.equal(products)
  })

  it('backs up its database, and restores it into another one with the same content', async () => {
    const { file } = JSON.parse(await svc(shop, 'svc:backup', '--json')) as { readonly file: string }
    const copy = `sqlite:${at('copy.sqlite')}`
    await svc(shop, 'svc:restore', file, '--into', copy)
    const inCopy = (...words: readonly string[]): Promise<string> =>
      workshop.run(shop, 'env', `SVC_DATABASE_URL=${copy}`, 'npx', '--no-install', 'svc', ...words)
    const tokens = JSON.parse(await inCopy('svc:token:list', '--json')) as readonly { readonly name: string }[]
    expect(tokens.map(({ name }) => name)).to.deep.equal(['walk'])
    const printed = await inCopy('svc:mcp', '--print-config', 'claude-desktop')
    expect(printed).to.include('copy.sqlite')
    expect(listProductsAsAssistant(printed)).to.deep.equal(products)
  })

  it('creates a plugin that installs and passes its own test', async () => {
    await svc(shop, 'svc:plugin:create', 'own-letters')
    const plugin = join(shop, 'own-letters')
    expect(dependencyOf(plugin, 'devDependencies')).to.match(/^file:\.\.\/\.\.\/product-configurator-service-.*\.tgz$/)
    await install(plugin)
    expect(await workshop.run(plugin, 'npm', 'test')).to.match(/pass 1\n/)
    expect(registry.unknown).not.to.include(service)
  })
})
