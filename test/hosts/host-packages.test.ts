// The published package for integrators of each host: the configuration of its README, the bridge files, and all addresses they load.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openPackedProjects, type PackedProjects } from '../deploy/packed-projects.js'
import { listFilesBelow, readRepositoryFile } from '../support/repository.js'
import { blocksOf } from '../docs/blocks.js'
import { secret } from './host-list.js'

const hosts = ['standalone', 'cms_a', 'cms_b', 'shop_platform'] as const

/** The configurations read their host's secret from the environment. */
const secrets = ['CMS_SECRET', 'SHOP_SECRET'] as const

const configOf = (host: string): string =>
  blocksOf(host, readRepositoryFile(`hosts/${host}/README.md`)).find(({ text }) => text.startsWith('// svc.config.ts:'))!.text

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
    project = await workshop.createProject('empty', { 'package.json': '{"type": "module", "private": true}' })
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
  }
})
