// Tests the files for hosts: the manifest of the bundle, the entry of the registry, and the printed configurations.
import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { presets } from '../../../core/foundation/access.js'
import { hostConfig, hosts } from '../../../plugins/mcp/host-config.js'
import { readOptions } from '../../../plugins/mcp/stdio/program.js'
import { readRepositoryFile, repositoryRoot } from '../../support/repository.js'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly server: { readonly entry_point: string; readonly mcp_config: { readonly args: readonly string[] } }
  readonly user_config: { readonly preset: { readonly default: string } }
}

interface Entry {
  readonly version: string
  readonly description: string
  readonly packages: readonly {
    readonly identifier: string
    readonly version: string
    readonly packageArguments: readonly {
      readonly name?: string
      readonly choices?: readonly string[]
      readonly default?: string
    }[]
  }[]
}

const json = (path: string): unknown => JSON.parse(readRepositoryFile(path))

describe('files for MCP hosts', () => {
  const { name, version } = json('package.json') as { readonly name: string; readonly version: string }

  it('have a manifest of this version with an existing program and valid arguments', () => {
    const manifest = json('manifest.json') as Manifest
    expect(manifest).to.include({ name, version })
    expect(existsSync(`${repositoryRoot}/${manifest.server.entry_point}`)).to.equal(true)
    const [program = '', command, ...rest] = manifest.server.mcp_config.args
    expect([program.replace('${__dirname}', repositoryRoot), command]).to.deep.equal([`${repositoryRoot}/bin/svc`, 'svc:mcp'])
    const options = rest.map((word) => word.replace('${user_config.preset}', manifest.user_config.preset.default))
    expect(readOptions(options).grant.scopes).to.deep.equal(presets.insights)
  })

  it('have a registry entry of this version with the existing presets', () => {
    const entry = json('server.json') as Entry
    const [own] = entry.packages
    expect([entry.version, own!.version, own!.identifier]).to.deep.equal([version, version, name])
    expect(entry.description.length).to.be.lessThan(101)
    expect(own!.packageArguments.find((argument) => argument.name === '--preset')!.choices).to.deep.equal(Object.keys(presets))
  })

  it('have a configuration for each host with absolute paths and the options', () => {
    for (const host of hosts) {
      const text = hostConfig(host, {
        options: ['--preset', 'author'],
        config: '/etc/my shop/svc.config.ts',
        environment: { SVC_DATABASE_URL: 'sqlite:/my data/x' },
      })
      expect(text, host).to.include(process.execPath).and.to.include(`${repositoryRoot}/bin/svc`).and.to.include('--preset')
      expect(text, host)
        .to.match(/my shop/)
        .and.to.match(/SVC_DATABASE_URL.*sqlite:\/my data\/x/)
      if (text!.startsWith('{')) expect(() => JSON.parse(text!) as unknown, host).not.to.throw()
    }
    expect(hostConfig('claude-code', { options: [], config: '/etc/my shop/x.ts', environment: {} })).to.include(
      "'/etc/my shop/x.ts'",
    )
    expect(hostConfig('constructor', { options: [], config: null, environment: {} })).to.equal(null)
  })
})
