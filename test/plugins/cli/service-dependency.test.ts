// The dependency on the service in new packages: the same source as the installed service.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { getCoreVersion } from '../../../core/foundation/version.js'
import { resolveServiceDependency } from '../../../plugins/cli/commands/create.js'

const service = 'product-configurator-service'

describe('the dependency on the service in a new package', () => {
  let folder: string
  const write = (path: string, value: object): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(value))
  }
  const lock = (resolved: string): object => ({ packages: { [`node_modules/${service}`]: { resolved } } })
  const from = (target: string, installed: string): string =>
    resolveServiceDependency(join(folder, target), join(folder, installed))
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-dependency-')))
    write('archives/service.tgz', {})
    write('checkout/package.json', { name: service })
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it("is the archive in the project's dependencies, relative to the new folder", () => {
    write('shop/package.json', { dependencies: { [service]: 'file:../archives/service.tgz' } })
    expect(from('shop/own', `shop/node_modules/${service}/`)).to.equal('file:../../archives/service.tgz')
    expect(from('elsewhere/deep/own', `shop/node_modules/${service}/`)).to.equal('file:../../../archives/service.tgz')
  })

  it('is the archive that was passed to npx, from its cache', () => {
    write('cache/_npx/9374/package.json', { dependencies: { [service]: 'file:../../../archives/service.tgz' } })
    expect(from('my-shop', `cache/_npx/9374/node_modules/${service}`)).to.equal('file:../archives/service.tgz')
  })

  it("is the archive in npm's lock file if the project does not name one", () => {
    write('shop/package.json', {})
    write('shop/node_modules/.package-lock.json', lock('file:../archives/service.tgz'))
    expect(from('shop/own', `shop/node_modules/${service}`)).to.equal('file:../../archives/service.tgz')
  })

  it('is the archive behind the folders of pnpm', () => {
    write('shop/package.json', { devDependencies: { [service]: 'file:../archives/service.tgz' } })
    const installed = `shop/node_modules/.pnpm/${service}@file+..+archives+service.tgz/node_modules/${service}`
    expect(from('own', installed)).to.equal('file:../archives/service.tgz')
  })

  it('is the folder of a checkout or a linked package', () => {
    expect(from('own', 'checkout/')).to.equal('file:../checkout')
  })

  it('is the workspace if the project around the new folder uses it', () => {
    write('package.json', { dependencies: { [service]: 'workspace:^' } })
    expect(from('packages/own', 'checkout')).to.equal('workspace:*')
  })

  it("is the repository in the project's dependencies", () => {
    write('shop/package.json', { dependencies: { [service]: 'git+ssh://git@example.org/service.git#v1' } })
    expect(from('own', `shop/node_modules/${service}`)).to.equal('git+ssh://git@example.org/service.git#v1')
  })

  it('is the version if the registry has it or the source is unknown', () => {
    write('shop/package.json', { dependencies: { [service]: '^0.1.0' } })
    write('shop/node_modules/.package-lock.json', lock(`https://registry.npmjs.org/${service}/-/${service}-0.1.0.tgz`))
    expect(from('own', `shop/node_modules/${service}`)).to.equal(getCoreVersion())
    expect(from('own', `nowhere/node_modules/${service}`)).to.equal(getCoreVersion())
    write('gone/package.json', { dependencies: { [service]: 'file:../archives/deleted.tgz' } })
    expect(from('own', `gone/node_modules/${service}`)).to.equal(getCoreVersion())
  })
})
