// Importing a module has no side effects: no output, no open handles, no globals, and no server library.
import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { importModules, readBundledSources } from './module-import.js'
import { repositoryRoot, readSourceFiles } from '../support/repository.js'

/** Packages that only a running service needs. The configuration must load without them. */
const heavy = new Set([
  'fastify',
  'sequelize',
  'tsyringe',
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

/** The classes of the service's own modules that server code tests with `instanceof`, and the number of modules that declare each name. */
function countTestedClasses(): ReadonlyMap<string, number> {
  const texts = readSourceFiles()
    .filter(({ path }) => /^(core|plugins|hosts)\/.*\.ts$/.test(path) && !/\/(browser|testing)\//.test(path))
    .map(({ text }) => text)
  const names = new Set(texts.flatMap((text) => [...text.matchAll(/\binstanceof (\w+)/g)].map(([, name]) => name!)))
  const counts = [...names].map((name): readonly [string, number] => {
    const declaration = new RegExp(`^export (abstract )?class ${name}\\b`, 'm')
    return [name, texts.filter((text) => declaration.test(text)).length]
  })
  return new Map(counts.filter(([, count]) => count > 0))
}

/** A program next to the package: a shop in memory with a verb that throws errors of the contract. Prints the replies. */
const refusingService = `
import { defineVerb, NotFoundError, ServiceError, shape, string, ValidationError } from 'product-configurator-service'
import { standalone } from 'product-configurator-service/hosts/standalone'
import { http } from 'product-configurator-service/plugins/http'
import { runtime } from 'product-configurator-service/plugins/runtime'
import { stock } from 'product-configurator-service/plugins/stock'
import { startService } from 'product-configurator-service/testing'

const refuse = defineVerb({
  name: 'refuse',
  description: 'Throws the error of a kind.',
  method: 'GET',
  path: 'refusals',
  input: { kind: string('Kind', { required: true }) },
  access: {},
  reply: shape.object({}),
  async handler(_context, { kind }) {
    throw kind === 'validation' ? ValidationError.of('kind', 'No.') : new NotFoundError('Nothing.')
  },
})
const customization = { kind: 'customization', name: 'refusals', version: '1.0.0', core: '*', migrations: [], contributes: { verbs: [refuse] } }
const plugins = [stock, http({ mounts: [runtime()] })]
const service = await startService({ languages: ['en-GB'], host: standalone(), plugins, customizations: [customization] })
const call = async (kind) => {
  const { status, body } = await service.call('GET', '/svc-api/runtime/v1/refusals?kind=' + kind)
  return [status, body.errors?.[0]?.code ?? body.code]
}
const unknown = await service.app.act('no-such-action').catch((error) => error)
const ofTheService = Object.entries({ NotFoundError, ServiceError }).filter(([, type]) => unknown instanceof type).map(([name]) => name)
const result = { validation: await call('validation'), absence: await call('absence'), ofTheService }
await service.stop()
console.log(JSON.stringify(result))
`

/** Starts the shop of svc.config.ts on an empty database. Prints the names of the CommonJS packages that it has loaded. */
const firstStart = `
import { createRequire } from 'node:module'
const { default: config } = await import('${repositoryRoot}/dist/svc.config.js')
const { boot } = await import('${repositoryRoot}/dist/core/boot/boot.js')
const { resolveSettings } = await import('${repositoryRoot}/dist/core/resolve-settings.js')
const environment = { SVC_DATABASE_URL: 'sqlite::memory:', SVC_PORT: '0', SVC_DEMO: 'off' }
const app = await boot(config, { settings: resolveSettings({ file: config, environment, root: import.meta.dirname }) })
await app.stop()
const paths = Object.keys(createRequire(import.meta.url).cache)
const names = paths.flatMap((path) => /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(path)?.[1] ?? [])
process.stdout.write(JSON.stringify([...new Set(names)]))
process.exit(0)`

describe('importing', () => {
  it('any module prints nothing, opens no handle and adds no global', async () => {
    const outcome = await importModules(modules())
    expect(outcome).to.deep.include({ output: '', open: [], globals: [] })
  })

  it('svc.config.ts loads no server, database or parser', async function () {
    if (!readSourceFiles().some((file) => file.path === 'svc.config.ts')) this.skip()
    const { packages } = await importModules(['svc.config.ts'], 'program')
    expect(packages.filter((name) => heavy.has(name) || name.startsWith('@fastify/'))).to.deep.equal([])
  })

  it('the bundled service reads few files', async () => {
    const { files } = await importModules(['svc.config.ts', 'plugins/cli/index.ts', 'core/boot/job-thread.ts'], 'program')
    expect(files, 'files of the program, written by bin/bundle-programs.ts').to.be.within(3, 20)
  })

  it('the first start of a shop loads no package that only requests need', async () => {
    const folder = mkdtempSync(`${tmpdir()}/svc-start-`)
    try {
      writeFileSync(`${folder}/start.js`, firstStart)
      const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, `${folder}/start.js`])
      const packages = JSON.parse(stdout) as readonly string[]
      expect(packages).to.include('@photostructure/sqlite')
      for (const name of ['liquidjs', 'sanitize-html']) expect(packages).to.not.include(name)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('a class that a program tests with instanceof is defined once in all bundles', () => {
    const bundles = readdirSync(`${repositoryRoot}/program`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js') && !name.includes('/public/'))
      .map((name) => `${repositoryRoot}/program/${name}`)
      // Libraries can have classes of the same names.
      .filter((path) => readBundledSources(path).some((source) => !source.includes('/node_modules/')))
      .map((path) => readFileSync(path, 'utf8'))
    const declarations = countTestedClasses()
    expect([...declarations.keys()]).to.include.members(['ServiceError', 'ValidationError', 'Refusal', 'FileFault', 'BootError'])
    const counts = [...declarations].map(([name, declared]) => {
      const definition = new RegExp(`\\bclass ${name}(\\$\\d+)?\\b|\\b${name}(\\$\\d+)? = class\\b`, 'g')
      return { name, declared, bundled: bundles.reduce((sum, text) => sum + (text.match(definition) ?? []).length, 0) }
    })
    expect(counts.filter(({ declared, bundled }) => declared !== bundled)).to.deep.equal([])
  })

  it('the bundled service recognizes the errors of a customization that imports the package', async () => {
    const folder = mkdtempSync(`${tmpdir()}/svc-package-`)
    try {
      mkdirSync(`${folder}/node_modules`)
      symlinkSync(repositoryRoot, `${folder}/node_modules/product-configurator-service`)
      writeFileSync(`${folder}/service.js`, refusingService)
      writeFileSync(`${folder}/package.json`, '{ "type": "module" }')
      const { stdout } = await promisify(execFile)(process.execPath, ['service.js'], { cwd: folder })
      expect(JSON.parse(stdout)).to.deep.equal({
        validation: [422, 'INVALID_VALUE'],
        absence: [404, 'NOT_FOUND'],
        ofTheService: ['NotFoundError', 'ServiceError'],
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
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
