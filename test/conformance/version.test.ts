// package.json holds the version. Everything that ships or reports a version has the same one.
import { expect } from 'chai'
import { assemble } from '../../core/boot/assemble.js'
import { getCoreVersion } from '../../core/foundation/version.js'
import { standalone } from '../../hosts/standalone/index.js'
import { serverInfo } from '../../plugins/mcp/server.js'
import { print } from '../../plugins/print/index.js'
import { buildOpenapiDocument } from '../../plugins/rest/openapi/document.js'
import { buildRuntimeDocument } from '../../plugins/runtime/runtime-document.js'
import { advisor } from '../../plugins/advisor/index.js'
import { backup } from '../../plugins/backup/index.js'
import { packages } from '../../plugins/packages/index.js'
import { sheets } from '../../plugins/sheets/index.js'
import { stock } from '../../plugins/stock/index.js'
import { readRepositoryFile } from '../support/repository.js'

interface Versioned {
  readonly version: string
}

const json = <T = Versioned>(path: string): T => JSON.parse(readRepositoryFile(path)) as T

describe('version', () => {
  const { version } = json('package.json')
  const { registry } = assemble({
    languages: ['en-GB'],
    host: standalone(),
    plugins: [stock, print, advisor, packages, sheets, backup],
  })
  const infoOf = (document: object): Versioned => (document as { readonly info: Versioned }).info

  const places: Readonly<Record<string, () => string>> = {
    'the program': getCoreVersion,
    'package-lock.json': () => json('package-lock.json').version,
    'server.json': () => json('server.json').version,
    'the package in server.json': () => json<{ readonly packages: readonly Versioned[] }>('server.json').packages[0]!.version,
    'create/package.json': () => json('create/package.json').version,
    'the dependency in create/package.json': () =>
      json<{ readonly dependencies: Readonly<Record<string, string>> }>('create/package.json').dependencies[
        'product-configurator-service'
      ]!,
    'manifest.json': () => json('manifest.json').version,
    'the newest release in CHANGELOG.md': () =>
      /^## (\d\S*) - \d{4}-\d{2}-\d{2}$/m.exec(readRepositoryFile('CHANGELOG.md'))?.[1] ?? 'none',
    'the MCP server': () => serverInfo.version,
    'the OpenAPI document of the entity API': () =>
      infoOf(buildOpenapiDocument({ registry, languages: ['en-GB'], root: '/' })).version,
    'the OpenAPI document of the runtime API': () => infoOf(buildRuntimeDocument(registry, '/')).version,
  }
  for (const [place, readVersion] of Object.entries(places)) {
    it(`of ${place} equals the version in package.json`, () => {
      expect(readVersion()).to.equal(version)
    })
  }
})
