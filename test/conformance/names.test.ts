// Naming: a declaration is named like its file, an entity is in the folder of its area, and an exported name has one meaning.
import { expect } from 'chai'
import { type SourceFile, readSourceFiles } from '../support/repository.js'
import { isMachinery } from './machinery.js'

/**
 * Folders of named declarations: `tax-class.ts` contains `tax-class`, `text-box.ts` may contain `TextBox`, and `expire.ts`
 * contains the tasks whose names begin with `expire`. Translations are unnamed.
 */
const named =
  /^(core\/model\/(entities|properties)|(?:core|plugins\/[^/]+)\/(actions|tasks)|plugins\/stock\/(?!translations)[^/]+s)\/(?:[^/]+\/)?(?<name>[^/]+)\.ts$/

function flat(name: string): string {
  return name.toLowerCase().replaceAll(/[-_:]/g, '')
}

function nameProblems(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => {
    const { path, text } = file
    const name = named.exec(path)?.groups?.['name']
    if (name === undefined || name === 'index' || isMachinery(file)) return []
    const declared = [...text.matchAll(/\bname: '([^']+)'/g)].map((match) => match[1] ?? '')
    const stranger = declared.some((candidate) => flat(candidate) === flat(name) || candidate.startsWith(`${name}-`))
      ? []
      : [`${path} does not declare the name '${name}'`]
    const area = /^core\/model\/entities\/([^/]+)\/[^/]+$/.exec(path)?.[1]
    const astray = area !== undefined && !text.includes(`area: '${area}'`) ? [`${path} is not of the area '${area}'`] : []
    return stranger.concat(astray)
  })
}

/** The resources, first segments of the paths, whose verbs a file of `core/verbs` contains. */
const verbFiles: Readonly<Record<string, readonly string[]>> = {
  account: ['account', 'accounts', 'addresses', 'password-resets', 'sessions'],
  carts: ['carts'],
  catalogue: ['products', 'search', 'shop'],
  checkouts: ['checkouts'],
  'configuration-guidance': ['configurations'],
  configurations: ['configurations'],
  'line-items': ['configurations', 'line-items'],
  orders: ['orders'],
  quotes: ['quotes'],
  'saved-configurations': ['configurations'],
}

/** Verbs in a file of other resources. */
function findMisplacedVerbs(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const file = /^core\/verbs\/([^/]+)\.ts$/.exec(path)?.[1]
    if (file === undefined) return []
    return [...text.matchAll(/\bpath: '([^/']+)/g)].flatMap(([, resource]) =>
      verbFiles[file]?.includes(resource!) ? [] : [`${path} contains a verb of ${resource}`],
    )
  })
}

/** Actions without scopes, or without a test that names them. */
function actionProblems(files: readonly SourceFile[]): readonly string[] {
  const tests = files.filter((file) => file.path.endsWith('.test.ts'))
  return files.flatMap((file) => {
    const { path, text } = file
    const name = /^(?:core|plugins\/[^/]+)\/actions\/(?<name>[^/]+)\.ts$/.exec(path)?.groups?.['name']
    if (name === undefined || name === 'index' || isMachinery(file)) return []
    const open = /\bneeds\b/.test(text) ? [] : [`${path} does not declare its scopes`]
    const tested = tests.some(
      (test) => test.text.includes(`'${name}'`) || test.path === `test/${path.replace(/\.ts$/, '.test.ts')}`,
    )
    return tested ? open : open.concat(`${path} has no test that names '${name}'`)
  })
}

/** Folders whose files declare one thing each, named after its file. A host has one file per part. */
const declarationFolders =
  /^(core\/model\/(entities|properties)|(core|plugins\/[^/]+)\/(actions|health-checks|tasks|verbs)|plugins\/stock\/[^/]+|plugins\/payments\/providers|hosts\/[^/]+|.+\/translations)\//

/** Code that a client copies contains declarations in a text. Stubs replace files with the same exports in the browser's engine. */
const copies = /^plugins\/(rest\/client\/client-code|runtime\/generated-files|storefront\/browser\/client-engine\/[^/]+)\.ts$/

/** Names that several files export with one meaning. */
const sharedNames: ReadonlyMap<string, string> = new Map([
  ['printOwnCreditNote', 'the interface of the printing plugin, and the verb that calls it'],
  ['printOwnDocument', 'the interface of the printing plugin, and the verb that calls it'],
  ['renderPages', 'one of the two files is loaded, by the setting of the product'],
  ['style', 'the style sheet of a component'],
])

/** Names that several files export, although they are not the declaration and the implementation of one thing. */
function findRepeatedNames(files: readonly SourceFile[]): readonly string[] {
  const places = new Map<string, string[]>()
  const declaration = /^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type|enum) (?<name>\w+)/gm
  for (const { path, text } of files) {
    if (!/^(core|plugins|hosts)\//.test(path) || declarationFolders.test(path) || copies.test(path)) continue
    for (const name of new Set([...text.matchAll(declaration)].map((match) => match.groups!['name']!))) {
      if (sharedNames.has(name)) continue
      places.set(name, [...(places.get(name) ?? []), path])
    }
  }
  return [...places].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name}: ${paths.join(', ')}`)
}

describe('exported names', () => {
  it('have one meaning', () => {
    expect(findRepeatedNames(readSourceFiles())).to.deep.equal([])
  })

  it('are reported if two files declare them', () => {
    const file = (path: string): SourceFile => ({ path, text: 'export interface Theme {}\n' })
    expect(findRepeatedNames([file('core/a.ts'), file('plugins/b/c.ts')])).to.deep.equal(['Theme: core/a.ts, plugins/b/c.ts'])
    expect(findRepeatedNames([file('core/a.ts'), file('core/verbs/b.ts'), file('test/c.ts')])).to.deep.equal([])
  })
})

describe('folders of declarations', () => {
  it('contain declarations named like their files', () => {
    expect(nameProblems(readSourceFiles())).to.deep.equal([])
  })

  it('contain each verb in the file of its resource', () => {
    expect(findMisplacedVerbs(readSourceFiles())).to.deep.equal([])
    const verb: SourceFile = { path: 'core/verbs/carts.ts', text: "path: 'orders/:token'" }
    expect(findMisplacedVerbs([verb])).to.deep.equal(['core/verbs/carts.ts contains a verb of orders'])
  })

  it('contain actions that declare their scopes and have a test', () => {
    expect(actionProblems(readSourceFiles())).to.deep.equal([])
  })

  it('are reported with a wrong name, a wrong area, an action without scopes, or an untested action', () => {
    const entity = (path: string): SourceFile => ({ path, text: "defineEntity({ name: 'page', area: 'catalog' })" })
    expect(nameProblems([entity('core/model/entities/catalog/page.ts')])).to.deep.equal([])
    expect(nameProblems([entity('core/model/entities/catalog/pages.ts')])).to.have.length(1)
    expect(nameProblems([entity('core/model/entities/store/page.ts')])).to.have.length(1)
    expect(nameProblems([{ path: 'plugins/stock/question-types/radio-buttons.ts', text: "name: 'RadioButtons'" }])).to.deep.equal(
      [],
    )
    expect(
      nameProblems([{ path: 'core/tasks/expire.ts', text: "expireCarts = defineTask({ name: 'expire-carts' })" }]),
    ).to.deep.equal([])
    expect(
      nameProblems([{ path: 'core/tasks/expire.ts', text: "forgetCarts = defineTask({ name: 'forget-carts' })" }]),
    ).to.have.length(1)
    const text = "clearCache = defineAction({ name: 'clear-cache',\n  needs: { any: [] } })"
    const action: SourceFile = { path: 'core/actions/clear-cache.ts', text }
    const test: SourceFile = { path: 'test/core/actions/clear-cache.test.ts', text: "act('clear-cache')" }
    expect(actionProblems([action, test])).to.deep.equal([])
    expect(actionProblems([action])).to.have.length(1)
    expect(actionProblems([{ ...action, text: 'clearCache = defineAction({})' }, test])).to.have.length(1)
  })
})
