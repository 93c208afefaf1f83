// The catalogs in messages/ are complete: every key exists in each language of its area, with the same placeholders, and is used.
import { parse } from 'acorn'
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { findTextPlaceholders } from '../../core/foundation/message-format.js'
import { listFilesBelow, readRepositoryFile, readSourceFiles, repositoryRoot } from '../support/repository.js'

interface Area {
  /** In addition to English. */
  readonly languages: readonly string[]
  /** The names of keys that code computes, for example from an error code. All others occur as `'<area>.<name>'`. */
  readonly computedNames?: () => readonly string[]
  /** Names whose text is the same in English and another language. */
  readonly sameTexts?: readonly string[]
}

/** The names that the admin's scripts use: `t('signOut')`, or a member of an object whose members name texts. */
const listAdminNames = (area: string): readonly string[] => {
  const code = readSourceFiles()
    .filter(({ path }) => path.startsWith('plugins/admin/browser/'))
    .map(({ text }) => text)
    .join('\n')
  return Object.keys(readCatalog(area, 'en')).filter((name) => code.includes(`'${name}'`) || code.includes(`\n  ${name}: {`))
}

/** The members of the texts that the pages without script read. */
function listPageNames(): readonly string[] {
  const code = readSourceFiles()
    .filter(({ path }) => path.startsWith('plugins/admin/page/'))
    .map(({ text }) => text)
    .join('\n')
  return Object.keys(readCatalog('admin-pages', 'en')).filter((name) => new RegExp(`\\b${name}\\b`).test(code))
}

const createAdminArea = (area: string, ...sameTexts: readonly string[]): Area => ({
  ...{ languages: ['de', 'he'], sameTexts },
  computedNames: () => listAdminNames(area),
})

/** The English texts of labels are in the declarations. test/plugins/admin/labels.test.ts compares them. */
const labelAreas = ['labels', 'labels-actions', 'labels-choices', 'labels-commands', 'labels-fields', 'labels-helps']

const areas: Readonly<Record<string, Area>> = {
  admin: createAdminArea('admin', 'filter', 'columnOf', 'beside', 'kilobytes', 'browser', 'name', 'state'),
  'admin-advisor': createAdminArea('admin-advisor'),
  'admin-dashboard': createAdminArea('admin-dashboard', 'status'),
  'admin-editor': createAdminArea('admin-editor', 'mailShopHeading', 'mailIban', 'mailBic', 'mailToShop'),
  'admin-orders': createAdminArea('admin-orders'),
  'admin-pages': {
    languages: ['de', 'he'],
    sameTexts: ['name'],
    computedNames: () => listPageNames(),
  },
  'admin-prices': createAdminArea('admin-prices'),
  'admin-screens': createAdminArea('admin-screens', 'whenStatus'),
  'admin-theme': createAdminArea('admin-theme', 'theme', 'logo', 'heroText'),
  'admin-transfer': createAdminArea('admin-transfer'),
  'admin-workshop': createAdminArea('admin-workshop'),
  advisor: { languages: ['de', 'he'] },
  'advisor-script': {
    languages: ['de', 'he'],
    computedNames: () => listMemberNames('advisor-script', 'plugins/advisor/vendor/scripted/', 'texts'),
  },
  authoring: { languages: ['de', 'he'], sameTexts: ['isNull', 'loopStep', 'atPosition'] },
  boot: { languages: ['de', 'he'] },
  checks: { languages: ['de', 'he'], sameTexts: ['hostWithAddress', 'tracks'] },
  commands: { languages: ['de', 'he'] },
  comparison: {
    languages: ['de', 'he'],
    computedNames: () => ['formula', 'matrix', 'code', 'lookup', 'round'],
    sameTexts: ['coordinate', 'partCount', 'changedCell', 'field'],
  },
  errors: {
    languages: ['de', 'he'],
    // The admin's texts for codes of issues, such as `codeTooLong` for TOO_LONG, and titles such as `titleNotFound` for NOT_FOUND.
    computedNames: () => Object.keys(readCatalog('errors', 'en')).filter((name) => /^(?:code|title)[A-Z]/.test(name)),
    sameTexts: ['numberedRecord', 'sentences'],
  },
  fields: {
    languages: ['de', 'he'],
    // The admin's wording of `textMissing`.
    computedNames: () => ['languageTextMissing'],
  },
  files: { languages: ['de', 'he'] },
  findings: { languages: ['de', 'he'], sameTexts: ['cells'] },
  mail: { languages: ['de', 'he'], sameTexts: ['sampleWidthAnswer', 'sampleHeightAnswer'] },
  models: { languages: ['de', 'he'], sameTexts: ['unsoldVariant'] },
  operations: { languages: ['de', 'he'] },
  payments: { languages: ['de', 'he'], sameTexts: ['bank'] },
  print: { languages: ['ar', 'de', 'he'], computedNames: () => listMemberNames('print', 'plugins/print/', 'printTexts') },
  problems: {
    languages: ['de', 'he'],
    // The cause and the solution of an error code, such as `meaningNotFound` for NOT_FOUND.
    computedNames: () => Object.keys(readCatalog('problems', 'en')).filter((name) => /^(?:meaning|next)[A-Z]/.test(name)),
  },
  results: {
    languages: ['de', 'he'],
    computedNames: () => ['net', 'tax', 'gross'],
    sameTexts: ['entities', 'migration'],
  },
  shop: { languages: ['de', 'he'], sameTexts: ['amountInCurrency'] },
  steps: { languages: ['de', 'he'] },
  stock: { languages: ['de', 'he'] },
  storefront: { languages: ['de', 'he'], computedNames: () => listStorefrontNames('storefront') },
  'storefront-configurator': {
    languages: ['de', 'he'],
    computedNames: () => listStorefrontNames('storefront-configurator'),
    sameTexts: ['perUnit'],
  },
  'storefront-deferred': { languages: ['de', 'he'], computedNames: () => listStorefrontNames('storefront-deferred') },
  'storefront-designs': {
    languages: ['de', 'he'],
    computedNames: () => listStorefrontNames('storefront-designs'),
    sameTexts: ['name'],
  },
  'storefront-order': { languages: ['de', 'he'], computedNames: () => listStorefrontNames('storefront-order') },
  'storefront-shop': {
    languages: ['de', 'he'],
    computedNames: () => [...listStorefrontNames('storefront-shop'), 'deliveryStep', 'paymentStep', 'cartStep'],
    sameTexts: ['optional'],
  },
  'storefront-talk': {
    languages: ['de', 'he'],
    computedNames: () => listStorefrontNames('storefront-talk'),
    sameTexts: ['demonstration'],
  },
  transfer: { languages: ['de', 'he'], sameTexts: ['atRecord', 'numberedRecord'] },
}

type Catalog = Readonly<Record<string, string>>

/** The texts of a catalog that the storefront reads as members, such as `texts.loading`. Generated types check them and their values. */
function listStorefrontNames(area: string): readonly string[] {
  const sources = readSourceFiles()
    .filter(({ path }) => path.startsWith('plugins/storefront/') && !path.includes('/text/'))
    .map(({ text }) => text)
    .join('\n')
  return Object.keys(readCatalog(area, 'en')).filter((name) => new RegExp(`\\b${name}\\b`).test(sources))
}

/** The names of an area whose texts code reads as members of the English catalog. */
function listMemberNames(area: string, folder: string, catalog: string): readonly string[] {
  const sources = readSourceFiles()
    .filter(({ path }) => path.startsWith(folder))
    .map(({ text }) => text)
    .join('\n')
  return Object.keys(readCatalog(area, 'en')).filter((name) => new RegExp(`\\b${catalog}\\.${name}\\b`).test(sources))
}

const readCatalog = (area: string, language: string): Catalog =>
  JSON.parse(readRepositoryFile(`messages/${area}.${language}.json`)) as Catalog

/** Differences between a translated catalog and the English one, one line each. */
function compareCatalogs(english: Catalog, translated: Catalog, sameTexts: readonly string[] = []): readonly string[] {
  const missing = Object.keys(english).filter((name) => !Object.hasOwn(translated, name))
  const extra = Object.keys(translated).filter((name) => !Object.hasOwn(english, name))
  const texts = Object.keys(english).filter((name) => Object.hasOwn(translated, name))
  return [
    ...missing.map((name) => `${name} is missing`),
    ...extra.map((name) => `${name} does not exist in English`),
    ...texts.flatMap((name) => {
      const wanted = findTextPlaceholders(english[name]!).join(', ')
      const actual = findTextPlaceholders(translated[name]!).join(', ')
      return wanted === actual ? [] : [`${name} has the placeholders [${actual}] instead of [${wanted}]`]
    }),
    ...texts
      .filter((name) => english[name] === translated[name] && !sameTexts.includes(name))
      .map((name) => `${name} is English`),
  ]
}

interface MessageCall {
  readonly key: string
  /** The names of the values; null if they are not a plain object literal. */
  readonly values: readonly string[] | null
}

interface CodeNode {
  readonly type: string
  readonly callee?: { readonly name?: string; readonly property?: { readonly name?: string } }
  readonly arguments?: readonly CodeNode[]
  readonly value?: unknown
  /** Both sides of an operator. */
  readonly left?: CodeNode
  readonly right?: CodeNode
  /** Both results of a condition. */
  readonly consequent?: CodeNode
  readonly alternate?: CodeNode
  readonly properties?: readonly {
    readonly type: string
    readonly computed?: boolean
    readonly key?: { readonly name?: string }
  }[]
}

/** The calls of `createMessage` with a literal key in compiled code. */
function findMessageCalls(code: string): readonly MessageCall[] {
  const calls: MessageCall[] = []
  visitNodes(code, (node) => {
    if (node.type !== 'CallExpression' || node.callee?.name !== 'createMessage') return
    const [key, values] = node.arguments ?? []
    if (typeof key?.value === 'string') calls.push({ key: key.value, values: listValueNames(values) })
  })
  return calls
}

function visitNodes(code: string, visit: (node: CodeNode) => void): void {
  const walk = (node: CodeNode): void => {
    visit(node)
    for (const child of Object.values(node) as unknown[]) {
      for (const element of Array.isArray(child) ? (child as unknown[]) : [child])
        if (typeof element === 'object' && element !== null && 'type' in element) walk(element as CodeNode)
    }
  }
  walk(parse(code, { ecmaVersion: 2025, sourceType: 'module' }))
}

const isText = (node: CodeNode | undefined): boolean =>
  node !== undefined &&
  (typeof node.value === 'string' ||
    node.type === 'TemplateLiteral' ||
    isText(node.left) ||
    isText(node.right) ||
    isText(node.consequent) ||
    isText(node.alternate))

/** The calls that report a problem of a file, with the position of the message among their arguments. */
const fileReports: Readonly<Record<string, number>> = { FileFault: 1, PackageFault: 1, blocker: 1, warning: 1, notice: 1, add: 2 }

/** The kinds of problems of files whose message is a text instead of a message of a catalog. */
function findFileTexts(code: string): readonly string[] {
  const kinds: string[] = []
  visitNodes(code, ({ type, callee, arguments: args = [] }) => {
    if (type !== 'NewExpression' && type !== 'CallExpression') return
    const name = callee?.property?.name ?? callee?.name ?? ''
    const kind = args[fileReports[name]! - 1]?.value
    if (Object.hasOwn(fileReports, name) && typeof kind === 'string' && isText(args[fileReports[name]!])) kinds.push(kind)
  })
  return kinds
}

function listValueNames(values: CodeNode | undefined): readonly string[] | null {
  if (values === undefined) return []
  if (values.type !== 'ObjectExpression') return null
  const names = values.properties!.map(({ type, computed, key }) =>
    type === 'Property' && computed !== true ? key?.name : undefined,
  )
  return names.some((name) => name === undefined) ? null : (names as readonly string[]).toSorted()
}

/** Compiled code of a source file: the modules before the bundler joined them. */
function readCompiledCode(path: string): string {
  const compiled = path.replace(/\.tsx?$/, '.js')
  for (const folder of ['dist/apart', 'dist']) {
    try {
      return readFileSync(`${repositoryRoot}/${folder}/${compiled}`, 'utf8')
    } catch {
      continue
    }
  }
  throw new Error(`'${path}' is not compiled.`)
}

describe('message catalogs', () => {
  it('exist for exactly the areas and languages of the table', () => {
    const files = Object.entries(areas).flatMap(([area, { languages }]) =>
      ['en', ...languages].map((language) => `messages/${area}.${language}.json`),
    )
    const labelFiles = labelAreas.flatMap((area) => [`messages/${area}.de.json`, `messages/${area}.he.json`])
    expect([...listFilesBelow('messages')].sort()).to.deep.equal([...files, ...labelFiles].sort())
  })

  for (const [area, { languages, computedNames, sameTexts }] of Object.entries(areas)) {
    describe(area, () => {
      const english = readCatalog(area, 'en')

      for (const language of languages) {
        it(`has the same keys and placeholders in ${language} as in English, and other texts`, () => {
          expect(compareCatalogs(english, readCatalog(area, language), sameTexts)).to.deep.equal([])
        })
      }

      it('has ICU texts in all languages, and names in camel case', () => {
        for (const language of ['en', ...languages]) {
          for (const [name, text] of Object.entries(readCatalog(area, language))) {
            expect(() => findTextPlaceholders(text), `${name} in ${language}`).not.to.throw()
            expect(name).to.match(/^[a-z][A-Za-z0-9]*$/)
          }
        }
      })

      it('has only keys that are used in code, and all keys that code uses', () => {
        const pattern = new RegExp(`['"\`]${area}\\.([a-z][A-Za-z0-9]*)['"\`]`, 'g')
        const sources = readSourceFiles().filter(
          ({ path, text }) => /^(core|plugins|hosts)\//.test(path) && text.includes(`${area}.`),
        )
        const used = new Set(computedNames?.() ?? [])
        const unknown: string[] = []
        for (const { path, text } of sources) {
          for (const [, name] of text.matchAll(pattern)) if (Object.hasOwn(english, name!)) used.add(name!)
          if (!text.includes('createMessage(')) continue
          for (const { key } of findMessageCalls(readCompiledCode(path)))
            if (key.startsWith(`${area}.`) && !Object.hasOwn(english, key.slice(area.length + 1))) unknown.push(`${path}: ${key}`)
        }
        expect(unknown).to.deep.equal([])
        expect(Object.keys(english).filter((name) => !used.has(name))).to.deep.equal([])
      })
    })
  }

  it('get the values of their placeholders, and no others, at every call of createMessage', () => {
    const faults = readSourceFiles()
      .filter(({ path, text }) => /^(core|plugins|hosts)\/.*\.tsx?$/.test(path) && text.includes('createMessage('))
      .flatMap(({ path }) =>
        findMessageCalls(readCompiledCode(path)).flatMap(({ key, values }) => {
          const [area = '', name = ''] = key.split('.')
          const wanted = findTextPlaceholders(readCatalog(area, 'en')[name] ?? '').join(', ')
          return values === null || values.join(', ') === wanted
            ? []
            : [`${path}: ${key} gets [${values.join(', ')}] for [${wanted}]`]
        }),
      )
    expect(faults).to.deep.equal([])
  })

  it('contain every message about a file', () => {
    const texts = readSourceFiles()
      .filter(
        ({ path, text }) => /^(core|plugins)\/.*\.tsx?$/.test(path) && /\b(?:FileFault|PackageFault|FileFindings)\b/.test(text),
      )
      .flatMap(({ path }) => findFileTexts(readCompiledCode(path)).map((kind) => `${path}: ${kind}`))
    expect(texts).to.deep.equal([])
  })

  it('are the only place with German texts of errors and findings in the admin', () => {
    const paths = readSourceFiles()
      .filter(
        ({ path, text }) => path.startsWith('plugins/admin/') && /(?:^|\W)german[A-Z]\w*\b.*Record<string, string>/m.test(text),
      )
      .map(({ path }) => path)
    expect(paths).to.deep.equal([])
  })

  it('in Hebrew have no prefix before a value that can be a Hebrew word', () => {
    // Their values begin with a digit or a Latin letter.
    const numbers = [
      'amount',
      'answers',
      'columns',
      'before',
      'count',
      'date',
      'files',
      'from',
      'least',
      'limit',
      'maximum',
      'megabytes',
      'min',
      'most',
      'now',
      'questions',
    ]
    const moreNumbers = ['seconds', 'size', 'tables', 'time', 'to', 'tokens', 'walks']
    const codes = [
      'address',
      'allowed',
      'color',
      'currency',
      'location',
      'method',
      'name',
      'path',
      'prefix',
      'presets',
      'process',
      'received',
      'refunded',
      'setting',
      'tag',
    ]
    const allowed = new Set([...numbers, ...moreNumbers, ...codes])
    const glued = listFilesBelow('messages')
      .filter((path) => path.endsWith('.he.json'))
      .flatMap((path) =>
        Object.entries(JSON.parse(readRepositoryFile(path)) as Record<string, string>).flatMap(([name, text]) =>
          [...text.matchAll(/(?:^|[\s(])[\u05d0-\u05ea]{1,2}[-\u05be](?:\{(\w+)|\u201e)/g)]
            .filter(([, value = '']) => !allowed.has(value))
            .map(([match]) => `${path} ${name}: ${match}`),
        ),
      )
    expect(glued).to.deep.equal([])
  })

  it('are compared by keys, placeholders and texts', () => {
    expect(
      compareCatalogs(
        { one: 'One {a}', two: 'Two {a, plural, one {#} other {# of {b}}}', three: 'Three', four: "It''s" },
        { one: 'Eins {b}', two: 'Zwei {a} {b}', four: "It''s", five: 'Fünf' },
      ),
    ).to.deep.equal([
      'three is missing',
      'five does not exist in English',
      'one has the placeholders [b] instead of [a]',
      'four is English',
    ])
  })

  it('are required for problems of files: a text, a template and a choice between texts are found', () => {
    const code = `
      findings.blocker('a', 'A text.', 1); this.findings.notice('b', x ? createMessage('c.d') : \`\${y} is wrong.\`)
      throw new FileFault('c', 'One' + two); new PackageFault('d', createMessage('d.e')); findings.add(grade, 'f', 'A text.')
      names.add('A text.'); log.warning('The disk', 'is full.')`
    expect(findFileTexts(code)).to.deep.equal(['a', 'b', 'c', 'f', 'The disk'])
  })

  it('are found in code with the names of their values', () => {
    expect(
      findMessageCalls("f(createMessage('a.b', { y: 1, x: 2 }), createMessage('a.c'), createMessage('a.d', v))"),
    ).to.deep.equal([
      { key: 'a.b', values: ['x', 'y'] },
      { key: 'a.c', values: [] },
      { key: 'a.d', values: null },
    ])
  })
})
