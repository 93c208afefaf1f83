// File and folder names are meaningful, and plural folders have an index.ts that lists all their instances.
import { expect } from 'chai'
import { listFilesBelow, getFolder, type SourceFile, readSourceFiles } from '../support/repository.js'
import { importsOf, resolveImport } from './imports.js'
import { isMachinery } from './machinery.js'

const meaningless = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'services',
  'lib',
  'libs',
  'types',
  'misc',
  'internal',
])

/** Lower case with dashes. Platform ids keep their underscore. Dots separate the kind of a test or configuration file. */
const telling = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/

function nameProblems(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const parts = path.split('/')
    const bare = parts.map((part) => part.replace(/\.[a-z]+$/, ''))
    /** A folder named types collects unrelated code. A file named types may hold the types of its folder. */
    const isFileOfTypes = (index: number): boolean => index === parts.length - 1 && bare[index] === 'types'
    const empty = bare
      .filter((part, index) => meaningless.has(part) && !isFileOfTypes(index))
      .map((part) => `${path}: '${part}' is a meaningless name`)
    const odd = parts.filter((part) => !telling.test(part)).map((part) => `${path}: '${part}' is not kebab-case`)
    return [...empty, ...odd]
  })
}

/** Where a plural folder must list its files. `plugins`, `hosts` and `customizations` themselves are listed by svc.config.ts. */
const shelved = /^(core|migrations|plugins\/[^/]+|hosts\/[^/]+|customizations\/[^/]+)(\/|$)/

function isPlural(folder: string): boolean {
  const name = folder.split('/').at(-1) ?? ''
  /** This folder stores files and is not a list of files. */
  if (folder === 'core/storage/files') return false
  return name.endsWith('s') && !/(ss|us|is)$/.test(name) && !/^(plugins|hosts|customizations)\/[^/]+$/.test(folder)
}

/** The outermost plural folder of a path, e.g. `core/model/entities` for a file in one of its area folders. */
function shelfOf(path: string): string | null {
  const parts = getFolder(path).split('/')
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return folders.find((folder) => shelved.test(folder) && isPlural(folder)) ?? null
}

/** True for a list without other code: imports, one comment, one exported array or object without functions. */
function isPlainList(text: string): boolean {
  const code = text
    .replace(/^\/\/.*$/gm, '')
    .replace(/^\/\*\*[\s\S]*?\*\//gm, '')
    .replace(/^import [^']*'[^']*'$/gm, '')
    .trim()
  const list =
    /^export const \w+(?::[^\n]+)? = (?:Object\.freeze\()?(?<items>[[{][^]*[\]}])\)?(?: as const| satisfies [^]+)?$/.exec(code)
  return list !== null && !/=>|\bfunction\b/.test(list.groups?.['items'] ?? '')
}

function shelfProblems(files: readonly SourceFile[]): readonly string[] {
  const scripts = files.filter((file) => /\.(ts|tsx)$/.test(file.path))
  const shelves = new Map<string, SourceFile[]>()
  for (const file of scripts) {
    const shelf = shelfOf(file.path)
    if (shelf !== null) shelves.set(shelf, [...(shelves.get(shelf) ?? []), file])
  }
  return [...shelves].flatMap(([shelf, members]) => {
    const index = members.find((file) => file.path === `${shelf}/index.ts`)
    if (!index) return [`${shelf}/ is a plural folder without an index.ts that lists its files`]
    const listed = new Set(importsOf(index.text).map((statement) => resolveImport(index.path, statement.specifier)))
    const forgotten = members
      .filter((file) => file !== index && !listed.has(file.path) && !isMachinery(file))
      .map((file) => `${index.path} does not list ${file.path}`)
    return isPlainList(index.text) ? forgotten : [...forgotten, `${index.path} contains more than a list`]
  })
}

/** An `index.ts` lists a plural folder or is the entry of a plugin. Anywhere else it only re-exports. */
function barrelProblems(files: readonly SourceFile[]): readonly string[] {
  return files
    .map((file) => file.path)
    .filter((path) => /(^|\/)index\.tsx?$/.test(path) && !/^(plugins|hosts|customizations)\/[^/]+\/index\.ts$/.test(path))
    .filter(
      (path) =>
        /^(core|plugins|hosts|customizations|migrations|test\/support|test\/conformance)\//.test(path) &&
        shelfOf(path) !== getFolder(path),
    )
    .map((path) => `${path} only re-exports: ${getFolder(path)}/ is not a plural folder`)
}

describe('repository tree', () => {
  const tops = ['core', 'plugins', 'hosts', 'customizations', 'migrations', 'bench', 'docs', 'bin']
  it('has meaningful kebab-case names', () => {
    const own = listFilesBelow('test').filter((path) => !path.startsWith('test/fixtures/'))
    const documents = /\/(README|SOURCE|LICENSE)(\.md)?(\.txt)?$/
    expect(nameProblems([...tops.flatMap(listFilesBelow), ...own].filter((path) => !documents.test(path)))).to.deep.equal([])
  })

  it('has a complete index.ts in every plural folder', () => {
    expect(shelfProblems(readSourceFiles())).to.deep.equal([])
  })

  it('has no index.ts that only re-exports', () => {
    expect(barrelProblems(readSourceFiles())).to.deep.equal([])
  })
})

describe('rules for the repository tree', () => {
  it('reject meaningless names', () => {
    for (const path of ['core/utils/a.ts', 'plugins/rest/helpers.ts', 'core/types/a.ts', 'core/Thing.ts', 'core/some thing.ts']) {
      expect(nameProblems([path]), path).to.have.length(1)
    }
    expect(nameProblems(['hosts/cms_a/index.ts', 'plugins/stock/question-types/index.ts', 'test/a.test.ts'])).to.deep.equal([])
  })

  const member: SourceFile = { path: 'core/model/entities/catalog/page.ts', text: 'export const page = 1' }
  const listing = "// All.\nimport { page } from './catalog/page.js'\n"
  const shelf = (text: string): readonly SourceFile[] => [member, { path: 'core/model/entities/index.ts', text }]

  it('reject a plural folder without an index.ts, with an incomplete one, or with one that contains other code', () => {
    expect(shelfProblems(shelf(`${listing}\nexport const entities = [page]`))).to.deep.equal([])
    expect(
      shelfProblems(shelf(`${listing}\nexport const entities: readonly Entity[] = Object.freeze([\n  page,\n])`)),
    ).to.deep.equal([])
    expect(shelfProblems([member])).to.have.length(1)
    expect(shelfProblems(shelf('export const entities = []'))).to.have.length(1)
    expect(shelfProblems(shelf(`${listing}\nexport const entities = [page].map((e) => e)`))).to.have.length(1)
    expect(shelfProblems(shelf(`${listing}\nexport const entities = [page]\nexport const more = 1`))).to.have.length(1)
  })

  it('require the instances of a folder in its index.ts, and not the machinery next to them', () => {
    const index: SourceFile = { path: 'core/tasks/index.ts', text: 'export const tasks = []' }
    const machinery: SourceFile = { path: 'core/tasks/define-task.ts', text: 'export function defineTask() {}' }
    const instance: SourceFile = { path: 'core/tasks/sweep.ts', text: "export const sweep = defineTask({ name: 'sweep' })" }
    expect(shelfProblems([index, machinery])).to.deep.equal([])
    expect(shelfProblems([index, machinery, instance])).to.deep.equal(['core/tasks/index.ts does not list core/tasks/sweep.ts'])
  })

  it('reject an index.ts in a singular folder', () => {
    const at = (path: string): SourceFile => ({ path, text: '' })
    expect(barrelProblems([at('core/engine/rule/index.ts')])).to.have.length(1)
    expect(barrelProblems([at('plugins/rest/index.ts'), at('core/actions/index.ts'), at('migrations/index.ts')])).to.deep.equal(
      [],
    )
  })
})
