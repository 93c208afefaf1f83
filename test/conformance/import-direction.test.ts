// Import layers: every file imports only its own layer or a lower one, and uses the allowed specifiers across packages.
import { expect } from 'chai'
import { type SourceFile, readSourceFiles } from '../support/repository.js'
import { importsOf, ownName, resolveImport } from './imports.js'

/** The layers, lowest first. Each is a list of path prefixes. */
const storeys: readonly (readonly string[])[] = [
  ['core/foundation/'],
  ['core/engine/'],
  ['core/model/'],
  ['core/storage/', 'core/settings.ts'],
  ['migrations/'],
  ['core/product/'],
  ['core/shop/'],
  ['core/commerce/', 'core/transfer/'],
  ['core/tasks/', 'core/jobs/', 'core/effects/'],
  ['core/actions/', 'core/verbs/'],
  ['core/app.ts', 'core/contract.ts', 'core/contribution/', 'core/config.ts', 'core/resolve-settings.ts'],
  ['core/boot/'],
  ['core/surface.ts', 'core/surface/'],
  ['plugins/http/'],
  ['plugins/', 'hosts/', 'customizations/'],
  ['svc.config.ts', 'bin/'],
  ['test/', 'bench/'],
]

/**
 * The names of all services, which every layer can inject. Its imports of other layers are types, so at run time it belongs to the
 * lowest layer.
 */
const tokenList = 'core/boot/tokens.ts'

/** Built-in packages that import core like external packages: only through the contract. */
const strangers = [
  'hosts/',
  'customizations/',
  'plugins/stock/',
  'plugins/payments/',
  'plugins/print/',
  'plugins/mail/',
  'plugins/advisor/',
  'plugins/demo/',
  'plugins/ecb/',
  'plugins/import-models/',
  'plugins/vat/',
]

/** Packages among them that may also import the surface. */
const insiders = ['plugins/advisor/', 'plugins/print/', 'plugins/vat/', 'plugins/import-models/']

const surfaceSpecifier = '#core/surface.js'

/** The most declarations that the admin may import from the surface, and the most members of its sections that it may use. Both may only fall. */
const adminCeiling = 40
const adminMemberCeiling = 88

function storeyOf(path: string): number {
  return storeys.findIndex((prefixes) =>
    prefixes.some((prefix) => path === prefix || (prefix.endsWith('/') && path.startsWith(prefix))),
  )
}

/** `plugins/rest/x.ts` → `plugins/rest/`. Each plugin, host and customization is its own package. */
function packageFolder(path: string): string | null {
  return /^(plugins|hosts|customizations)\/[^/]+\//.exec(path)?.[0] ?? null
}

function crossing(from: string, specifier: string, target: string): string | null {
  const top = (path: string): string => path.split('/')[0] ?? ''
  const outside = from.startsWith('test/') || from.startsWith('bench/')
  const own = packageFolder(from)
  const other = packageFolder(target)
  const isShared = other === 'plugins/http/' || /^plugins\/[^/]+\/surface\.ts$/.test(target)
  if (own !== null && other !== null && own !== other && !isShared)
    return `may not import '${other}': only plugins/http and the surface.ts of a plugin are shared`
  if (top(from) === top(target) && !specifier.startsWith('.')) return 'is inside the same top-level folder and must be relative'
  if (own !== null && target.startsWith('core/')) {
    const stranger = strangers.some((prefix) => from.startsWith(prefix))
    const isSurface = specifier === surfaceSpecifier
    if (stranger && specifier !== ownName && !(isSurface && insiders.some((prefix) => from.startsWith(prefix))))
      return `must come from '${ownName}', the contract`
    if (!stranger && !isSurface && specifier !== '#core/contract.js')
      return `must come from '${surfaceSpecifier}' or '#core/contract.js'`
  }
  if (!outside && target.startsWith('test/')) return 'is test code'
  return null
}

const parseNames = (list: string): readonly string[] =>
  list
    .split(',')
    .map((item) => item.trim().replace(/^type /, ''))
    .filter((item) => item !== '')

const listExports = (text: string): readonly string[] =>
  [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) =>
    parseNames(list!).map((item) => item.replace(/^.* as /, '')),
  )

/** Names that files below the folder import from the surface, statically or on demand. */
function listSurfaceImports(files: readonly SourceFile[], folder: string): ReadonlySet<string> {
  const pattern = /\{([^{}]*)\} (?:from|= await import\() ?'#core\/surface\.js'/g
  const texts = files.filter(({ path }) => path.startsWith(folder)).map(({ text }) => text)
  const lists = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, list]) => list!))
  return new Set(lists.flatMap((list) => parseNames(list).map((item) => item.replace(/(:| as ).*$/, ''))))
}

interface Section {
  readonly name: string
  readonly members: readonly string[]
}

/** The sections of the surface, which are modules of re-exports. */
function listSections(files: readonly SourceFile[]): readonly Section[] {
  const textsByPath = new Map(files.map(({ path, text }) => [path, text]))
  const sections = textsByPath.get('core/surface.ts')!.matchAll(/^export \* as (\w+) from '\.\/([^']+)\.js'$/gm)
  return [...sections].map(([, name, path]) => ({ name: name!, members: listExports(textsByPath.get(`core/${path}.ts`)!) }))
}

/** Members of sections that files below the folder use, as `textGaps.flatKey`. */
function listUsedMembers(files: readonly SourceFile[], folder: string): ReadonlySet<string> {
  const joined = files.filter(({ path }) => path.startsWith(folder)).map(({ text }) => text.replace(/\s+\./g, '.'))
  const texts = joined.map((text) => new Set(text.match(/\b\w+\.\w+/g)))
  const isUsed = (expression: string): boolean => texts.some((expressions) => expressions.has(expression))
  const members = listSections(files).flatMap(({ name, members }) => members.map((member) => `${name}.${member}`))
  return new Set(members.filter(isUsed))
}

/** Places where a plugin uses the name of a section for something else. Bundlers replace every `section.member` in its files. */
function listSectionClashes(files: readonly SourceFile[]): readonly string[] {
  const names = listSections(files).map(({ name }) => name)
  const pattern = new RegExp(`\\b(?:${names.join('|')})\\b(?!\\s*\\.\\w)`, 'g')
  const importPattern = /\{[^{}]*\} (?:from|= await import\() ?'#core\/surface\.js'/
  return files
    .filter(({ path, text }) => path.startsWith('plugins/') && importPattern.test(text))
    .flatMap(({ path, text }) =>
      [...text.replaceAll(new RegExp(importPattern, 'g'), '').matchAll(pattern)].map(([name]) => `${path}: ${name}`),
    )
}

/** One message per import of a higher layer or with a forbidden specifier. */
function ladderProblems(files: readonly SourceFile[]): readonly string[] {
  const problems: string[] = []
  for (const { path, text } of files) {
    if (!/\.(ts|tsx)$/.test(path)) continue
    const storey = storeyOf(path)
    if (storey < 0) problems.push(`${path} belongs to no layer`)
    for (const { specifier, typeOnly } of importsOf(text)) {
      const target = resolveImport(path, specifier)
      if (target === null) continue
      if (path === tokenList && !typeOnly && storeyOf(target) > 0)
        problems.push(`${path} imports '${specifier}', of which it may import only types`)
      if (storeyOf(target) > storey && target !== tokenList)
        problems.push(`${path} imports '${specifier}', which belongs to a higher layer`)
      const wrongDoor = crossing(path, specifier, target)
      if (wrongDoor !== null) problems.push(`${path} imports '${specifier}', which ${wrongDoor}`)
    }
  }
  return problems
}

describe('import layers', () => {
  it('are respected by every file', () => {
    expect(ladderProblems(readSourceFiles())).to.deep.equal([])
  })

  it('give the plugins a surface without unused exports', () => {
    const files = readSourceFiles()
    const exported = listExports(files.find(({ path }) => path === 'core/surface.ts')!.text)
    const imported = listSurfaceImports(files, 'plugins/')
    expect(exported.length).to.equal(new Set(exported).size)
    expect(exported.filter((name) => !imported.has(name))).to.deep.equal([])
    const used = listUsedMembers(files, 'plugins/')
    const members = listSections(files).flatMap(({ name, members }) => members.map((member) => `${name}.${member}`))
    expect(members.filter((member) => !used.has(member))).to.deep.equal([])
  })

  it('give each declaration of the surface one place: its top level or one section', () => {
    const files = readSourceFiles()
    const exported = listExports(files.find(({ path }) => path === 'core/surface.ts')!.text)
    const names = [...exported, ...listSections(files).flatMap(({ name, members }) => [name, ...members])]
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([])
  })

  it('keep the names of sections for the sections', () => {
    expect(listSectionClashes(readSourceFiles())).to.deep.equal([])
  })

  it('limit the declarations that the admin imports from the surface', () => {
    const files = readSourceFiles()
    expect(listSurfaceImports(files, 'plugins/admin/').size).to.be.at.most(adminCeiling)
    expect(listUsedMembers(files, 'plugins/admin/').size).to.be.at.most(adminMemberCeiling)
  })

  const refused: readonly (readonly [path: string, specifier: string])[] = [
    ['core/foundation/log.ts', '../model/registry.js'],
    ['core/engine/rule/rule-authoring.ts', '../../storage/context.js'],
    ['core/storage/context.ts', '../../plugins/http/server.js'],
    ['core/boot/boot.ts', '../../hosts/standalone/index.js'],
    ['core/boot/boot.ts', '#core/app.js'],
    ['plugins/http/server.ts', '../rest/index.js'],
    ['plugins/rest/index.ts', '../mcp/index.js'],
    ['plugins/admin/api/advisor.ts', '../../advisor/setup.js'],
    ['plugins/rest/index.ts', '../../core/app.js'],
    ['plugins/stock/index.ts', '#core/engine/question/operand.js'],
    ['plugins/stock/index.ts', '#core/surface.js'],
    ['plugins/admin/api/documents.ts', '#core/commerce/cart/define.js'],
    ['plugins/advisor/index.ts', '#core/foundation/log.js'],
    ['core/boot/boot.ts', '../surface.js'],
    ['hosts/standalone/index.ts', '#core/foundation/log.js'],
    ['hosts/cms_a/index.ts', '../cms_b/urls.js'],
    ['plugins/rest/index.ts', '../../hosts/standalone/urls.js'],
    ['plugins/rest/index.ts', '../../svc.config.js'],
    ['core/boot/boot.ts', '../../test/support/repository.js'],
    ['core/storage/context.ts', '../boot/container.js'],
    ['stray/thing.ts', './other.js'],
  ]
  for (const [path, specifier] of refused) {
    it(`reject '${specifier}' in ${path}`, () => {
      for (const text of [
        `import { a } from '${specifier}'`,
        `import type { A } from '${specifier}'`,
        `await import('${specifier}')`,
      ]) {
        expect(ladderProblems([{ path, text }])).to.have.length.greaterThan(0)
      }
    })
  }

  it('reject a value of another layer in the list of tokens', () => {
    const list = (text: string): readonly SourceFile[] => [{ path: 'core/boot/tokens.ts', text }]
    expect(ladderProblems(list("import type { Records } from '../storage/records.js'"))).to.deep.equal([])
    expect(ladderProblems(list("import { defineToken } from '../foundation/injection.js'"))).to.deep.equal([])
    expect(ladderProblems(list("import { PipelineRecords } from '../storage/pipeline-records.js'"))).to.have.length(1)
  })

  it('allow imports of lower layers with the required specifiers', () => {
    const allowed: readonly SourceFile[] = [
      { path: 'core/storage/context.ts', text: "import type { Registry } from '../model/registry.js'" },
      { path: 'core/boot/collect.ts', text: "import { migrations } from '../../migrations/index.js'" },
      {
        path: 'plugins/rest/index.ts',
        text: "import { route } from '../http/route.js'\nimport type { App } from '#core/contract.js'\nimport { unit } from '#core/surface.js'",
      },
      {
        path: 'hosts/standalone/index.ts',
        text: "import { defineHost } from 'product-configurator-service'\nimport { urls } from './urls.js'",
      },
      { path: 'plugins/admin/api/advisor.ts', text: "import { readAdvisorSettings } from '../../advisor/surface.js'" },
      { path: 'plugins/advisor/index.ts', text: "import { acquireLease } from '#core/surface.js'" },
      { path: 'svc.config.ts', text: "import { http } from './plugins/http/index.js'" },
      { path: 'core/storage/background.ts', text: "import { logToken } from '../boot/tokens.js'" },
      { path: 'test/core/a.test.ts', text: "import { rest } from '../../plugins/rest/index.js'" },
    ]
    expect(ladderProblems(allowed)).to.deep.equal([])
  })
})
