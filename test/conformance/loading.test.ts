// What is loaded later brings no more than it needs: an import in a terminal does not wait for the library of the server.
import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { repositoryRoot } from '../support/repository.js'

/** The packages from outside that are loaded once the compiled modules are imported, of those that are required by name. */
function packagesOf(...modules: readonly string[]): readonly string[] {
  const addresses = modules.map((name) => pathToFileURL(join(repositoryRoot, 'dist', `${name}.js`)).href)
  const program = `
    import { createRequire } from 'node:module'
    for (const address of ${JSON.stringify(addresses)}) await import(address)
    console.log(JSON.stringify(Object.keys(createRequire(import.meta.url).cache)))`
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const names = (JSON.parse(loaded) as string[]).flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  return [...new Set(names)]
}

describe('what is loaded later', () => {
  it('brings the server only where the server is asked for', () => {
    expect(packagesOf('plugins/http/server')).to.include('fastify')
    const work = [
      'core/boot/boot',
      'core/action/package',
      'core/transfer/import/import',
      'core/action/apply-sheet',
      'core/engine/proof/product-proof',
    ]
    expect(packagesOf(...work))
      .to.include('yauzl')
      .and.not.to.include('fastify')
  })
})
