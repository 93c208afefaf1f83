// Loading customizations that svc.config.ts lists by package name.
import { expect } from 'chai'
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../core/config.js'
import { guest } from '../../core/contract.js'
import type { BootError } from '../../core/foundation/errors.js'
import { toCommandFailure } from '../../plugins/cli/result-format.js'
import { catchError } from '../support/caught-error.js'
import { repositoryRoot } from '../support/repository.js'

const sound = `
import { guest } from 'product-configurator-service'
export const door = { kind: 'customization', name: 'door', core: '*', version: '1.0.0', migrations: [], guest }
`

describe('customization listed by package name', () => {
  let folder: string
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const writePackage = (name: string, text: string): void => {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', exports: { import: './index.js' } }))
    write(`node_modules/${name}/index.js`, text)
  }
  const configure = (file: string, ...names: readonly string[]): void =>
    write(
      file,
      `
import { standalone } from 'product-configurator-service/hosts/standalone'
const local = { kind: 'customization', name: 'local', core: '*', version: '1.0.0', migrations: [] }
  export default { languages: ['de-DE'], host: standalone(), plugins: [], customizations: [${names.join(', ')}] }\n`,
    )
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-package-'))
    write('package.json', '{"type": "module"}')
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(repositoryRoot, join(folder, 'node_modules', 'product-configurator-service'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  for (const file of ['svc.config.ts', 'svc.config.mjs']) {
    it(`is loaded from ${file} in list order, and shares the running core`, async () => {
      writePackage('@shop/door', sound)
      configure(file, 'local', "'@shop/door'")
      const { config } = await loadConfig({ folder })
      expect(config.customizations?.map(({ name }) => name)).to.deep.equal(['local', 'door'])
      expect(config.customizations?.[1]).to.include({ guest })
    })
  }

  it('is rejected if the package is missing, broken, or exports no or several customizations, with all errors at once', async () => {
    writePackage('broken', "throw new Error('no key')")
    writePackage('empty', 'export const door = 1')
    writePackage('several', sound + 'export const gate = { ...door }')
    configure('svc.config.mjs', "'absent'", "'broken'", "'empty'", "'several'")
    const error = (await catchError(loadConfig({ folder }))) as BootError
    expect(error.faults.map(({ id, message }) => [id, message])).to.deep.equal([
      ['customization-missing', "The package of the customization 'absent' was not found."],
      ['customization-broken', `The customization 'broken' cannot be loaded: no key (${folder}/node_modules/broken/index.js:1).`],
      ['customization-export', "The package 'empty' exports no customization."],
      ['customization-export', "The package 'several' exports 2 customizations."],
    ])
  })

  it('is reported with file, line and stack if it or an imported file fails to load', async () => {
    writePackage('torn', "export { door } from './door.js'")
    write('node_modules/torn/door.js', 'export const door = 1\nconst lock = = 2\n')
    writePackage('thrown', "const open = () => {\n  throw new Error('no key')\n}\nopen()")
    configure('svc.config.mjs', "'torn'", "'thrown'")
    const error = (await catchError(loadConfig({ folder }))) as BootError
    const [torn, thrown] = error.faults
    expect(torn!.message).to.include(`(${folder}/node_modules/torn/door.js:2)`)
    expect(thrown!.message).to.include(`(${folder}/node_modules/thrown/index.js:2)`)
    const { lines } = toCommandFailure(error)
    expect(lines.join('\n')).to.match(/at open \(.*thrown\/index\.js:2:9\)\n +at .*thrown\/index\.js:4:1/)
  })
})
