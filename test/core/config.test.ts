// Finding and loading svc.config.ts.
import { expect } from 'chai'
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../core/config.js'
import { describeDatabase } from '../../core/resolve-settings.js'
import { guest } from '../../core/contract.js'
import type { BootError } from '../../core/foundation/errors.js'
import { messageText } from '../../core/foundation/message-format.js'
import { catchError } from '../support/caught-error.js'
import { repositoryRoot } from '../support/repository.js'

const shop = `
import { guest } from 'product-configurator-service'
import { standalone } from 'product-configurator-service/hosts/standalone'
import { colour } from './colour.js'
interface Extra { readonly guest: unknown }
const extra: Extra = { guest }
  export default { languages: ['de-DE'], host: { ...standalone(), ...extra }, plugins: [colour], listenPort: 4000 }
`
const colour = "export const colour: { readonly name: string; readonly core: string } = { name: 'colour', core: '*' }\n"

describe('loading the configuration', () => {
  let folder: string
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-config-'))
    write('package.json', '{"type": "module"}')
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(repositoryRoot, join(folder, 'node_modules', 'product-configurator-service'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it("takes this package's own configuration from its compiled sibling", async () => {
    const { file, config } = await loadConfig({ folder: repositoryRoot })
    expect(file).to.equal(join(repositoryRoot, 'svc.config.ts'))
    const { default: compiled } = (await import('../../svc.config.js')) as { readonly default: unknown }
    expect(config).to.equal(compiled)
  })

  it('loads a TypeScript configuration of another package, from a folder below, with the one core that runs', async () => {
    write('svc.config.ts', shop)
    write('colour.ts', colour)
    mkdirSync(join(folder, 'src'))
    const { config, settings } = await loadConfig({ folder: join(folder, 'src'), environment: { SVC_HOST: '::1' } })
    expect(config.plugins.map(({ name }) => name)).to.deep.equal(['colour'])
    expect(settings).to.deep.include({ listenPort: 4000, listenHost: '::1', root: folder })
    expect((config.host as unknown as { readonly guest: unknown }).guest).to.equal(guest)
  })

  it('loads the file that it is told to', async () => {
    write('shops/other.mjs', "export default { languages: ['de-DE'], host: { kind: 'host', name: 'h', core: '*' }, plugins: [] }")
    const { file, settings } = await loadConfig({ folder, file: 'shops/other.mjs' })
    expect([file, settings.root]).to.deep.equal([join(folder, 'shops/other.mjs'), join(folder, 'shops')])
  })

  it('reads files that variables name from the folder of the configuration', async () => {
    write('svc.config.ts', shop)
    write('colour.ts', colour)
    write('secret.txt', 'sixteen characters and more\n')
    const { settings } = await loadConfig({ folder, environment: { SVC_SECRET_FILE: 'secret.txt' } })
    expect(settings.secret).to.equal('sixteen characters and more')
  })

  it('reads the .env beside the configuration file, and the environment wins over it', async () => {
    write('svc.config.mjs', "export default { languages: ['de-DE'], host: { kind: 'host', name: 'h', core: '*' }, plugins: [] }")
    write('.env', '# Settings\nSVC_DATABASE_URL=sqlite:shop.sqlite\nSVC_PORT=4000\nSVC_SECRET="sixteen characters, quoted"\n')
    write('secret.txt', 'another one of sixteen characters\n')
    mkdirSync(join(folder, 'src'))
    const environment = { SVC_PORT: '5000', SVC_HOST: '', SVC_SECRET_FILE: 'secret.txt' }
    const { settings, environment: merged } = await loadConfig({ folder: join(folder, 'src'), environment })
    expect(settings).to.deep.include({ database: 'sqlite:shop.sqlite', listenPort: 5000 })
    expect(settings.secret).to.equal('another one of sixteen characters')
    expect(settings.origins).to.deep.include({ database: 'SVC_DATABASE_URL in .env', listenPort: 'SVC_PORT' })
    expect(merged).to.include({ SVC_DATABASE_URL: 'sqlite:shop.sqlite', SVC_PORT: '5000' })
    expect(messageText(describeDatabase(settings))).to.equal(
      `Database: sqlite:${join(folder, 'shop.sqlite')} (SVC_DATABASE_URL in .env).`,
    )
  })

  it('hands variables of the .env to a configuration file that reads process.env', async () => {
    const text = "languages: ['de-DE'], host: { kind: 'host', name: process.env.SHOP_NAME, core: '*' }, plugins: []"
    write('svc.config.mjs', `export default { ${text} }`)
    write('.env', 'SHOP_NAME=ours\n')
    try {
      expect((await loadConfig({ folder, environment: process.env })).config.host.name).to.equal('ours')
    } finally {
      delete process.env['SHOP_NAME']
    }
  })

  it('refuses a .env that cannot be read, unless the environment names the database', async () => {
    write('svc.config.mjs', "export default { languages: ['de-DE'], host: { kind: 'host', name: 'h', core: '*' }, plugins: [] }")
    // A folder cannot be read as a file, whoever asks.
    mkdirSync(join(folder, '.env'))
    const { faults } = (await catchError(loadConfig({ folder }))) as BootError
    expect(faults.map(({ id, owner }) => [id, owner])).to.deep.equal([['environment-file', '.env']])
    const { settings } = await loadConfig({ folder, environment: { SVC_DATABASE_URL: 'sqlite::memory:' } })
    expect(settings.database).to.equal('sqlite::memory:')
  })

  it('names the line of the .env whose value cannot be used', async () => {
    write('svc.config.mjs', "export default { languages: ['de-DE'], host: { kind: 'host', name: 'h', core: '*' }, plugins: [] }")
    write('.env', 'SVC_PORT=many\n')
    const { faults } = (await catchError(loadConfig({ folder }))) as BootError
    expect(faults.map(({ owner, message }) => [owner, message])).to.deep.equal([
      ['SVC_PORT in .env', "The setting 'SVC_PORT' is 'many', which cannot be used."],
    ])
  })

  const refused: readonly (readonly [when: string, text: string, id: string, says: RegExp])[] = [
    [
      'a key is unknown',
      "export default { languages: ['de-DE'], host: { kind: 'host', name: 'h', core: '*' }, plugins: [], languges: [] }",
      'config-key-unknown',
      /^The configuration key 'languges' is unknown\. Did you mean 'languages'\?$/,
    ],
    ['nothing is exported', 'export const config = {}', 'config-shape', /^The configuration is not an object\.$/],
    [
      'it cannot be parsed',
      'export default {',
      'config-broken',
      /^The configuration file '.*svc\.config\.ts' cannot be loaded: /,
    ],
    [
      'it throws',
      "throw new Error('out of paper')",
      'config-broken',
      /cannot be loaded: out of paper \(\/.*svc\.config\.[a-z]+:1\)\.$/,
    ],
    [
      'no language is named',
      "export default { languages: [], host: { kind: 'host', name: 'h', core: '*' }, plugins: [] }",
      'config-languages',
      /must be a list of at least one language tag\.$/,
    ],
    [
      'the host is none',
      "export default { languages: ['de-DE'], host: { name: 'h', core: '*' }, plugins: [] }",
      'config-host',
      /must be a host plugin\.$/,
    ],
    [
      'a plugin is none',
      "export default { languages: ['de-DE'], host: { kind: 'host', name: 'h', core: '*' }, plugins: ['stock'] }",
      'config-plugins',
      /^The key 'plugins' must be a list of plugins\.$/,
    ],
  ]
  for (const [when, text, id, messagePattern] of refused) {
    it(`is refused with one sentence where ${when}`, async () => {
      write('svc.config.ts', text)
      const { faults } = (await catchError(loadConfig({ folder }))) as BootError
      expect(faults.map((fault) => fault.id)).to.deep.equal([id])
      expect(faults[0]!.message).to.match(messagePattern)
      expect(faults[0]!.message).not.to.include('\n')
    })
  }

  it('is refused where the file that was named does not exist', async () => {
    const { faults } = (await catchError(loadConfig({ folder, file: 'none.ts' }))) as BootError
    expect(faults[0]).to.include({ id: 'config-missing', message: "The configuration file 'none.ts' does not exist." })
  })
})
