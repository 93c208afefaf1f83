// By which dependency new packages install the service: as it was installed itself.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { getCoreVersion } from '../../../core/foundation/version.js'
import { resolveServiceDependency } from '../../../plugins/cli/service-dependency.js'

const service = 'product-configurator-service'

describe('the dependency on the service that new packages get', () => {
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

  it('is the archive that the project names, by its path from the new folder', () => {
    write('shop/package.json', { dependencies: { [service]: 'file:../archives/service.tgz' } })
    expect(from('shop/own', `shop/node_modules/${service}/`)).to.equal('file:../../archives/service.tgz')
    expect(from('elsewhere/deep/own', `shop/node_modules/${service}/`)).to.equal('file:../../../archives/service.tgz')
  })

  it('is the archive that npx was given, which its cache names', () => {
    write('cache/_npx/9374/package.json', { dependencies: { [service]: 'file:../../../archives/service.tgz' } })
    expect(from('my-shop', `cache/_npx/9374/node_modules/${service}`)).to.equal('file:../archives/service.tgz')
  })

  it("is the archive that npm's lock names, where the project itself names none", () => {
    write('shop/package.json', {})
    write('shop/node_modules/.package-lock.json', lock('file:../archives/service.tgz'))
    expect(from('shop/own', `shop/node_modules/${service}`)).to.equal('file:../../archives/service.tgz')
  })

  it('is the archive behind the folders in which pnpm puts it', () => {
    write('shop/package.json', { devDependencies: { [service]: 'file:../archives/service.tgz' } })
    const installed = `shop/node_modules/.pnpm/${service}@file+..+archives+service.tgz/node_modules/${service}`
    expect(from('own', installed)).to.equal('file:../archives/service.tgz')
  })

  it('is the folder of a checkout, or of a package that is linked', () => {
    expect(from('own', 'checkout/')).to.equal('file:../checkout')
  })

  it('is the workspace, where the project around the new folder names it so', () => {
    write('package.json', { dependencies: { [service]: 'workspace:^' } })
    expect(from('packages/own', 'checkout')).to.equal('workspace:*')
  })

  it('is the repository that the project names', () => {
    write('shop/package.json', { dependencies: { [service]: 'git+ssh://git@example.org/service.git#v1' } })
    expect(from('own', `shop/node_modules/${service}`)).to.equal('git+ssh://git@example.org/service.git#v1')
  })

  it('is the version, where the registry has it, or nothing says where it came from', () => {
    write('shop/package.json', { dependencies: { [service]: '^0.1.0' } })
    write('shop/node_modules/.package-lock.json', lock(`https://registry.npmjs.org/${service}/-/${service}-0.1.0.tgz`))
    expect(from('own', `shop/node_modules/${service}`)).to.equal(getCoreVersion())
    expect(from('own', `nowhere/node_modules/${service}`)).to.equal(getCoreVersion())
    write('gone/package.json', { dependencies: { [service]: 'file:../archives/deleted.tgz' } })
    expect(from('own', `gone/node_modules/${service}`)).to.equal(getCoreVersion())
  })
})
