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

  it('the bundled service reads few files', async () => {
    const { files } = await importModules(['svc.config.ts', 'plugins/cli/index.ts', 'core/boot/job-thread.ts'], 'program')
    expect(files, 'files of the program, written by bin/bundle-programs.ts').to.be.within(3, 30)
  })

  it('the bundled entries share one set of error classes', () => {
    const definitions = readdirSync(`${repositoryRoot}/program`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js') && !name.includes('/public/'))
      .filter((name) =>
        /\bclass ServiceError\b|\bServiceError = class\b/.test(readFileSync(`${repositoryRoot}/program/${name}`, 'utf8')),
      )
    expect(definitions).to.have.length(1)
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
