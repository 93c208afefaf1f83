// Modules that load without the HTTP server do not load its library, for example in an import from the command line.
import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { repositoryRoot } from '../support/repository.js'

/** The CommonJS packages that are loaded after the compiled modules are imported. */
function packagesOf(...modules: readonly string[]): readonly string[] {
  const addresses = modules.map((name) => pathToFileURL(join(repositoryRoot, 'dist', `${name}.js`)).href)
  const program = `
    import { createRequire } from 'node:module'
    for (const address of ${JSON.stringify(addresses)}) await import(address)
    console.log(JSON.stringify(Object.keys(createRequire(import.meta.url).cache)))`
  const loaded = execFileSync(process.execPath, [...process.execArgv, '--input-type=module', '-e', program], { encoding: 'utf8' })
  const names = (JSON.parse(loaded) as string[]).flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  return [...new Set(names)]
}

describe('module loading', () => {
  it('loads the service container only to open an app', () => {
    expect(packagesOf('core/boot/boot')).to.include('tsyringe')
    expect(packagesOf('core/contract', 'core/boot/assemble', 'core/jobs/index')).to.not.include('tsyringe')
  })

  it('loads the server library only for the HTTP server', () => {
    expect(packagesOf('plugins/http/server')).to.include('fastify')
    const work = [
      'core/boot/boot',
      'plugins/packages/index',
      'plugins/packages/import/import',
      'plugins/sheets/apply-sheet',
      'core/engine/proof/product-proof',
    ]
    expect(packagesOf(...work))
      .to.include('yauzl')
      .and.not.to.include('fastify')
  })
})
