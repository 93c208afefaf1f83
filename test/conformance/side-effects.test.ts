// Importing a module has no side effects: no output, no open handles, no globals, and no server library.
import { expect } from 'chai'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { importModules } from '../support/module-import.js'
import { repositoryRoot, readSourceFiles } from '../support/repository.js'

/** Packages that only a running service needs. The configuration must load without them. */
const heavy = new Set([
  'fastify',
  'sequelize',
  'mysql2',
  '@photostructure/sqlite',
  'pino',
  'ajv',
  'acorn',
  'commander',
  'cosmiconfig',
  'jiti',
  'lit',
  'fontkit',
  'jose',
  'nodemailer',
  'stripe',
  'pdfkit',
])

function modules(): readonly string[] {
  const paths = readSourceFiles().map((file) => file.path)
  /** Browser modules register custom elements in a document, which Node does not have. */
  const inBrowser = /^(plugins|customizations)\/[^/]+\/(browser|client|page|pages)\//
  return paths.filter((path) => /^(core|plugins|hosts|customizations|migrations)\/.*\.ts$/.test(path) && !inBrowser.test(path))
}

describe('importing', () => {
  it('any module prints nothing, opens no handle and adds no global', async () => {
    const outcome = await importModules(modules())
    expect(outcome).to.deep.include({ output: '', open: [], globals: [] })
  })

  it('svc.config.ts loads no server, database or parser', async function () {
    if (!readSourceFiles().some((file) => file.path === 'svc.config.ts')) this.skip()
    const { packages } = await importModules(['svc.config.ts'])
    expect(packages.filter((name) => heavy.has(name) || name.startsWith('@fastify/'))).to.deep.equal([])
  })

  it('all modules of a server read few files', async () => {
    const { files } = await importModules([
      'plugins/cli/program.ts',
      'core/boot/boot.ts',
      'svc.config.ts',
      'plugins/http/server.ts',
      'plugins/rest/routes.ts',
    ])
    expect(files, 'files of the program, bundled by bin/join.ts').to.be.within(5, 60)
  })

  it('a bundled module gives every importer the same objects', async () => {
    const joined = await import('../../core/foundation/errors.js')
    const contract = await import('../../core/contract.js')
    expect(contract.ServiceError).to.equal(joined.ServiceError)
  })

  it('a bundled module re-exports names that stay the same in the next build', () => {
    const handing = readdirSync(`${repositoryRoot}/dist`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js') && !/^(?:chunks|apart|test|bench)\//.test(name))
      .map((name) => readFileSync(`${repositoryRoot}/dist/${name}`, 'utf8'))
      .filter((text) => text.startsWith('// Joined with others'))
    expect(handing.length).to.be.above(500)
    const otherwise = handing.flatMap((text) => [...text.matchAll(/(\S+) as (\S+?)[,\s]/g)])
    // Two modules in one file may export the same name. The bundler then adds a number.
    expect(
      otherwise
        .filter(([, localName, name]) => name !== 'default' && !localName!.startsWith(name!))
        .map(([exportText]) => exportText),
    ).to.deep.equal([])
  })

  it('is tested by observed side effects', async () => {
    const folder = mkdtempSync(`${tmpdir()}/svc-import-`)
    try {
      writeFileSync(`${folder}/loud.js`, "console.log('hello'); globalThis.stray = 1; setInterval(() => {}, 1000)")
      writeFileSync(`${folder}/heavy.js`, `import '${repositoryRoot}/node_modules/acorn/dist/acorn.mjs'`)
      const from = folder.replace(/^\//, '')
      const up = '../'.repeat(repositoryRoot.split('/').length)
      const outcome = await importModules([`${up}${from}/loud.js`, `${up}${from}/heavy.js`])
      expect(outcome.output).to.equal('hello\n')
      expect(outcome.globals).to.deep.equal(['stray'])
      expect(outcome.open).to.have.length(1)
      expect(outcome.open[0]).to.match(/loud\.js: Timeout/)
      expect(outcome.packages).to.include('acorn')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
