// Each library is imported from exactly one place, to keep it replaceable.
import { expect } from 'chai'
import { readRepositoryFile, type SourceFile, readSourceFiles } from '../support/repository.js'
import { importsOf, packageOf, resolveImport } from './imports.js'

/** The container, and the decorators of the service classes. */
const injectionHome = /^core\/(?:boot\/container|foundation\/injection)\.ts$/

/** Package → the only file or folder that may import it. Tests and benchmarks are exempt. */
const homes: Readonly<Record<string, string | RegExp>> = {
  '@fastify/busboy': 'plugins/http/body/body-fields.ts',
  '@dnd-kit/core': 'plugins/admin/browser/',
  '@dnd-kit/sortable': 'plugins/admin/browser/',
  '@tanstack/react-query': 'plugins/admin/browser/',
  '@photostructure/sqlite': 'core/storage/database/',
  '@modelcontextprotocol/server': 'plugins/mcp/',
  '@opentelemetry/api': 'plugins/http/watch/',
  '@cwasm/webp': 'core/jobs/compose-picture.ts',
  '@expo-google-fonts/noto-sans': 'plugins/print/pdf/',
  '@expo-google-fonts/noto-sans-hebrew': 'plugins/print/pdf/',
  '@expo-google-fonts/vazirmatn': 'plugins/print/pdf/',
  '@formatjs/icu-messageformat-parser': 'plugins/storefront/text/compile.ts',
  acorn: 'core/engine/calculation/',
  aws4fetch: 'core/storage/files/',
  'csv-parse': 'core/transfer/csv.ts',
  'bidi-js': 'plugins/print/pdf/',
  'cadical-wasm': 'core/engine/proof/',
  commander: 'plugins/cli/',
  cosmiconfig: 'core/config.ts',
  fastify: 'plugins/http/',
  // The thread of printed documents starts fast because it loads nothing of core.
  '@resvg/resvg-wasm': /^(core\/jobs\/compose-picture|plugins\/print\/pdf\/drawing-thread)\.ts$/,
  'file-type': 'core/storage/files/',
  fontkit: 'plugins/print/pdf/',
  htmlparser2: 'core/foundation/rich-text.ts',
  // The service formats messages, the admin formats its texts in the browser.
  'intl-messageformat': /^(core\/foundation\/message-format|plugins\/admin\/browser\/wording\/text)\.ts$/,
  jiti: 'core/config.ts',
  jose: 'core/commerce/',
  'js-yaml': 'plugins/sheets/sheet/yaml.ts',
  liquidjs: 'core/model/notification/',
  lit: 'plugins/storefront/',
  'lru-cache': 'core/foundation/lru-cache.ts',
  mysql2: 'core/storage/database/',
  nodemailer: 'plugins/mail/',
  pdfkit: 'plugins/print/pdf/',
  pino: 'core/boot/',
  'prom-client': 'plugins/http/meter/',
  react: 'plugins/admin/browser/',
  'react-dom': 'plugins/admin/browser/',
  'react-hook-form': 'plugins/admin/browser/',
  'reflect-metadata': injectionHome,
  rolldown: 'bin/bundle-programs.ts',
  'sanitize-html': 'core/foundation/rich-text.ts',
  saxes: 'core/foundation/xml.ts',
  semver: 'core/boot/',
  sequelize: 'core/storage/database/',
  stripe: 'plugins/payments/',
  'swagger-ui-dist': 'plugins/rest/',
  tsyringe: injectionHome,
  uplot: 'plugins/admin/browser/',
  // Each front end has its own bundle configuration.
  vite: /^plugins\/(admin|storefront)\/bundle/,
  // The core reads packages, the importers read workbooks.
  yauzl: /^(core\/storage\/zip|plugins\/import-models\/workbook)\//,
}

function isOutside(path: string): boolean {
  return path.startsWith('test/') || path.startsWith('bench/') || /^[^/]*\.config\.ts$/.test(path)
}

function libraryProblems(files: readonly SourceFile[]): readonly string[] {
  const problems: string[] = []
  for (const { path, text } of files.filter((file) => !isOutside(file.path))) {
    for (const { specifier } of importsOf(text)) {
      const name = packageOf(specifier)
      if (name === null || name.startsWith('node:')) continue
      const home = Object.hasOwn(homes, name) ? homes[name] : undefined
      if (home === undefined) problems.push(`${path} imports '${name}', which has no home in test/conformance/libraries.test.ts`)
      else if (!(typeof home === 'string' ? path.startsWith(home) : home.test(path)))
        problems.push(`${path} imports '${name}', whose one home is ${String(home)}`)
    }
  }
  return problems
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

function looseVersions(manifest: Manifest): readonly string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
    .map(([name, version]) => `${name} is pinned to '${version}', not to one release`)
}

describe('libraries', () => {
  it('are imported from one place each', () => {
    expect(libraryProblems(readSourceFiles())).to.deep.equal([])
  })

  it('are pinned to one release each', () => {
    expect(looseVersions(JSON.parse(readRepositoryFile('package.json')) as Manifest)).to.deep.equal([])
  })

  it('are reported in a second place, without a place, or with a version range', () => {
    const file = (path: string, text: string): SourceFile => ({ path, text })
    expect(libraryProblems([file('core/app.ts', "import { container } from 'tsyringe'")])).to.have.length(1)
    expect(libraryProblems([file('core/app.ts', "import type { FastifyInstance } from 'fastify'")])).to.have.length(1)
    expect(libraryProblems([file('core/app.ts', "const left = await import('left-pad')")])).to.have.length(1)
    expect(
      libraryProblems([file('plugins/http/server.ts', "import { fastify } from 'fastify'\nimport fs from 'node:fs'")]),
    ).to.deep.equal([])
    expect(looseVersions({ dependencies: { a: '^1.0.0', b: '1.0.0' }, devDependencies: { c: 'latest' } })).to.have.length(2)
  })
})

describe('the service container', () => {
  /** Files that bind or resolve services. All other files only name the services of their constructors. */
  const builders = /^(?:core\/boot|test|bench)\//
  const parts = /^core\/boot\/(?:container|bindings)\.ts$/
  const tokenImport = /^import \{([^}]*)\} from '[^']*\/boot\/tokens\.js'$/m
  /** The tokens that a file uses for something else than constructor parameters. */
  const resolvedTokens = (text: string): readonly string[] => {
    const [statement = '', names = ''] = tokenImport.exec(text) ?? []
    const code = text.replace(statement, '').replaceAll(/@inject\(\w+\)/g, '')
    return (names.match(/\w+/g) ?? []).filter((name) => new RegExp(`\\b${name}\\b`).test(code))
  }
  const lookups = (files: readonly SourceFile[]): readonly string[] =>
    files
      .filter(({ path }) => !builders.test(path))
      .flatMap(({ path, text }) => {
        const targets = importsOf(text).map(({ specifier }) => resolveImport(path, specifier) ?? '')
        return [
          ...targets.filter((target) => parts.test(target)).map((target) => `${path} imports ${target}`),
          ...resolvedTokens(text).map((name) => `${path} uses ${name} outside of @inject`),
        ]
      })

  it('is used only by boot, tests and benchmarks', () => {
    expect(lookups(readSourceFiles())).to.deep.equal([])
  })

  it('is reported if another file imports it or resolves a token', () => {
    const inject = "import { logToken } from '../boot/tokens.js'\nexport class A { constructor(@inject(logToken) log: Log) {} }"
    const file = (text: string): readonly SourceFile[] => [{ path: 'core/storage/a.ts', text }]
    expect(lookups(file(inject))).to.deep.equal([])
    expect(lookups(file(`${inject}\nget(logToken)`))).to.have.length(1)
    expect(lookups(file("import { createContainer } from '../boot/bindings.js'"))).to.have.length(1)
    expect(lookups(file("import type { Container } from '../boot/container.js'"))).to.have.length(1)
  })
})

describe('fastify', () => {
  /** Calls and options that replace a part of fastify. */
  const replacements = /\b(?:hijack\(|addHttpMethod\b|serverFactory\b|parseAs\b)/
  const bypasses = (files: readonly SourceFile[]): readonly string[] =>
    files.filter(({ path, text }) => !isOutside(path) && replacements.test(text)).map(({ path }) => path)

  it('is used without hijacked replies, replaced methods, its own parsers and a server factory', () => {
    expect(bypasses(readSourceFiles())).to.deep.equal([])
  })

  it('is reported if a reply is hijacked or a part is replaced', () => {
    for (const text of ['reply.hijack()', "framework.addHttpMethod('POST', {})", 'fastify({ serverFactory })'])
      expect(bypasses([{ path: 'plugins/http/a.ts', text }]), text).to.have.length(1)
  })
})

describe('engine', () => {
  /** Names that only Node provides. The engine also runs in a browser. */
  const nodeOnly = /\bprocess\.|\bBuffer\b|\brequire\('|\b__dirname\b|\bglobal\.|\bsetImmediate\b/
  const bound = (files: readonly SourceFile[]): readonly string[] =>
    files
      .filter((file) => file.path.startsWith('core/engine/'))
      .flatMap((file) => {
        const modules = importsOf(file.text).map((statement) => packageOf(statement.specifier))
        const node = modules.filter((name) => name?.startsWith('node:')).map((name) => `${file.path} imports '${name}'`)
        return nodeOnly.test(file.text) ? [...node, `${file.path} names something that only Node has`] : node
      })

  it('uses no Node API', () => {
    expect(bound(readSourceFiles())).to.deep.equal([])
  })

  it('is reported if it reads a file or the environment', () => {
    expect(bound([{ path: 'core/engine/a.ts', text: "import { readFileSync } from 'node:fs'" }])).to.have.length(1)
    expect(bound([{ path: 'core/engine/a.ts', text: 'export const home = process.env.HOME' }])).to.have.length(1)
  })
})
