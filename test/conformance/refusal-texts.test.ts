// Texts for people are messages of the catalogs: no source file contains a sentence, except in declarations, logs and a table.
import { parse } from 'acorn'
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { readSourceFiles, repositoryRoot } from '../support/repository.js'

interface CodeNode {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly key?: CodeNode
  readonly id?: CodeNode
  readonly init?: CodeNode | null
  readonly callee?: CodeNode
  readonly object?: CodeNode
  readonly property?: CodeNode
  readonly arguments?: readonly CodeNode[]
  readonly properties?: readonly CodeNode[]
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
  readonly left?: CodeNode
  readonly right?: CodeNode
  readonly consequent?: CodeNode
  readonly alternate?: CodeNode
  /** Of a function. */
  readonly params?: readonly CodeNode[]
}

/** The position of the message among the arguments of the classes and functions that create refusals. */
const refusals: Readonly<Record<string, number>> = {
  ServiceError: 1,
  ValidationError: 1,
  'ValidationError.of': 1,
  NotFoundError: 0,
  StaleError: 0,
  HttpError: 1,
  PackageFault: 1,
  FileFault: 1,
  Refusal: 0,
  createIssue: 1,
  refuse: 0,
  UsageError: 0,
}

/** Files whose texts are in English only, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'plugins/rest/openapi/operation-parts.ts': 'The example of an error in the OpenAPI document, which is in English.',
}

/** A word after another one. Separators such as `: ` between two texts are not sentences. */
const sentence = /[a-z]{2,}['’]?[ ,]+[a-z]{2,}/i

/** The initial values of the variables of a function by name. Parameters have none. */
interface Scope {
  readonly outer: Scope | null
  readonly values: Map<string, CodeNode[]>
}

const findValues = (name: string, scope: Scope | null): readonly CodeNode[] =>
  scope === null ? [] : (scope.values.get(name) ?? findValues(name, scope.outer))

function isSentence(node: CodeNode | null | undefined, scope: Scope, depth = 0): boolean {
  if (!node || depth > 8) return false
  const isPart = (part: CodeNode | undefined): boolean => isSentence(part, scope, depth + 1)
  if (node.type === 'Literal') return typeof node.value === 'string' && sentence.test(node.value)
  if (node.type === 'TemplateLiteral') return sentence.test(node.quasis!.map(({ value }) => value.cooked).join('…'))
  if (node.type === 'Identifier') return findValues(node.name!, scope).some(isPart)
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') return isPart(node.left) || isPart(node.right)
  return node.type === 'ConditionalExpression' && (isPart(node.consequent) || isPart(node.alternate))
}

interface ScopedNode {
  readonly node: CodeNode
  readonly scope: Scope
}

function listNodes(code: string): readonly ScopedNode[] {
  const nodes: ScopedNode[] = []
  const walk = (node: CodeNode, outer: Scope): void => {
    const scope = node.params === undefined ? outer : { outer, values: new Map<string, CodeNode[]>() }
    for (const { name } of node.params ?? []) if (name !== undefined) scope.values.set(name, [])
    if (node.type === 'VariableDeclarator' && node.id?.name !== undefined && node.init)
      scope.values.set(node.id.name, [...(scope.values.get(node.id.name) ?? []), node.init])
    nodes.push({ node, scope })
    for (const child of Object.values(node) as unknown[])
      for (const element of Array.isArray(child) ? (child as unknown[]) : [child])
        if (typeof element === 'object' && element !== null && 'type' in element) walk(element as CodeNode, scope)
  }
  const program = parse(code, { ecmaVersion: 2025, sourceType: 'module' }) as unknown as CodeNode
  walk(program, { outer: null, values: new Map() })
  return nodes
}

const getCalleeName = ({ name, object, property }: CodeNode): string =>
  name ?? (object?.name === 'ValidationError' ? `ValidationError.${property?.name}` : '')

const getMember = ({ properties = [] }: CodeNode, name: string): CodeNode | undefined =>
  properties.find((member) => member.key?.name === name)?.value as CodeNode | undefined

/** The refusals with a sentence, each as the name of its class, or `issue` for the members of an issue. */
function findSentences(code: string): readonly string[] {
  return listNodes(code).flatMap(({ node, scope }) => {
    const { type, callee, arguments: args = [] } = node
    if (type === 'ObjectExpression' && getMember(node, 'field') && getMember(node, 'code'))
      return isSentence(getMember(node, 'message'), scope) ? ['issue'] : []
    if (type !== 'NewExpression' && type !== 'CallExpression') return []
    const name = getCalleeName(callee!)
    return Object.hasOwn(refusals, name) && isSentence(args[refusals[name]!], scope) ? [name] : []
  })
}

/** The compiled module, before the bundler joined it with others. */
function readCompiledCode(path: string): string {
  const compiled = path.replace(/\.tsx?$/, '.js')
  try {
    return readFileSync(`${repositoryRoot}/dist/apart/${compiled}`, 'utf8')
  } catch {
    return readFileSync(`${repositoryRoot}/dist/${compiled}`, 'utf8')
  }
}

describe('refusals of callers', () => {
  const files = readSourceFiles().filter(
    ({ path, text }) =>
      /^(?:core|plugins|hosts)\/.*\.ts$/.test(path) &&
      !/^plugins\/(?:demo|testing)\/|\/browser\//.test(path) &&
      /Error\b|Fault\b|Refusal\b|Issue\b|refuse\b|message\b/.test(text),
  )
  const found = new Map(files.map(({ path }) => [path, findSentences(readCompiledCode(path))]))

  it('are messages of catalogs in every source file', () => {
    const sentences = [...found].filter(([path, names]) => names.length > 0 && !Object.hasOwn(exceptions, path))
    expect(sentences).to.deep.equal([])
  })

  it('are English texts in exactly the files that the table excepts', () => {
    expect(Object.keys(exceptions).filter((path) => (found.get(path) ?? []).length === 0)).to.deep.equal([])
  })

  it('are found as literals, templates, choices, variables and members of issues', () => {
    const code = `
      const text = \`The file \${name} is missing.\`
      const key = 'errors.notFound'
      throw new NotFoundError('There is none.'); throw new ServiceError('NOT_READY', a ? 'Not yet there.' : createMessage('a.b'))
      throw ValidationError.of('file', text); createIssue('a', message); createIssue('a', key); new Refusal(x + ' is too long.')
      const reject = (text) => new NotFoundError(text)
      issues.push({ field: 'a', code: 'B', message: 'It is wrong.' }); new Refusal(\`\${label}: \${message}\`)`
    expect(findSentences(code)).to.deep.equal(['NotFoundError', 'ServiceError', 'ValidationError.of', 'Refusal', 'issue'])
  })
})

// All other texts: results and progress of commands and actions, findings of health checks, mails, pages.

/** Three words in a row, one of them a word that only sentences and phrases have. */
const threeWords = /[a-z]{2,}['’]?[ ,]+[a-z]{2,}['’]?[ ,]+[a-z]{2,}/i
const functionWord =
  /(?<![\w'’-])(?:the|an?|is|are|was|were|has|have|not|no|of|to|for|from|with|without|and|or|but|its?|that|this|there|cannot|can|must|be|been|by|on|at|as|if|than|your?|which|only)(?![\w'’-])/

/** Statements, styles, markup and modules. */
const code =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|COALESCE|EXISTS|IS NULL|NOT NULL|JOIN|INTEGER|bigint)\b|[{;]\s*\n|[;{] [a-z-]+:|<\/?[a-z]+[ >]|<!doctype|^\s*(?:import|export|\/\/) |^[a-z]{2}(?:-\w+)? [a-z]{2} |:not\(/

/** Members of declarations. Their English is part of the declaration: schemas and help are English, labels are translated by `labels*`. */
const declaredMembers = new Set([
  ...[
    'description',
    'help',
    'label',
    'pluralLabel',
    'summary',
    'meaning',
    'accepts',
    'when',
    'words',
    'choices',
    'examples',
    'example',
  ],
])

/** Functions that declare properties with their labels, and schemas of the API with their descriptions, which are in English. */
const declaringCalls = new Set([
  ...['boolean', 'calculation', 'checkRange', 'createCustomFields', 'createInheritableSwitch', 'datetime', 'decimal', 'dropdown'],
  ...['focus', 'groupPrice', 'calculationOverride', 'id', 'image', 'join', 'json', 'multiselect', 'number', 'radio', 'string'],
  ...['dryRunArgument', 'entityArgument', 'fieldsArgument', 'idArgument', 'idsArgument', 'passwordArgument', 'productArgument'],
  ...[
    'closedObject',
    'createMapSchema',
    'recordShape',
    'field',
    'figure',
    'flag',
    'listOf',
    'nullable',
    'text',
    'whole',
    'eventStream',
  ],
  ...['buildComparisonOperation', 'createFlagParameter', 'describeOperation', 'option', 'gauge', 'histogram', 'counter'],
])

/** The log is in English. */
const logMethods = /^(?:warnRateLimited|logError|trace|debug|info|warn|error|fatal)$/

/** Errors that only the log shows. */
const internalErrors = new Set(['Error', 'TypeError', 'RangeError', 'SystemError'])

const englishTexts: Readonly<Record<string, string>> = {
  'plugins/mcp/stdio/': 'Errors of the protocol, and an internal error.',
  // Read by programmers only.
  'core/boot/job-thread.ts': 'An internal error.',
  'core/commerce/account/assertion.ts': 'A message of the log.',
  'core/commerce/account/registration.ts': 'A message of the log.',
  'core/engine/money/': 'A calculation that contradicts itself: only logged.',
  'core/jobs/job-thread.ts': 'A failed worker thread: only logged.',
  'core/product/compiled-products.ts': 'A message of the log.',
  'core/shop/currency-factor.ts': 'The reason for a factor that was not changed, in the log.',
  'core/storage/database/': 'An internal error, or the cause of one in the log.',
  'core/storage/files/': 'An error of a bucket that no operator can repair, and errors that callers replace by messages.',
  'core/storage/pipeline/purge.ts': 'A message of the log.',
  'plugins/packages/import/import.ts': 'An internal error.',
  'plugins/http/meter/': 'The port of metrics answers programs.',
  'plugins/print/printer.ts': 'An internal error.',
  // English by specification: reference documents, schemas, protocols, generated code.
  'core/contribution/points.ts': 'The reference of contribution points.',
  'core/model/schema/': 'Descriptions in schemas, and comments of generated types.',
  'hosts/shop_platform/index.ts': 'The form of a claim in JSON.',
  'plugins/mcp/http-handler.ts': 'Errors of the protocol.',
  'plugins/mcp/server.ts': 'Instructions for the model, and errors of the protocol.',
  'plugins/mcp/tools-document.ts': 'A generated page of docs/.',
  'plugins/rest/': 'The OpenAPI document and the generated client.',
  'plugins/runtime/': 'The OpenAPI document and the generated client.',
  // Labels, which messages/labels* translates.
  'core/model/': 'Labels of fields and choices.',
  'core/verbs/': 'Labels of choices, and helps.',
  'plugins/packages/import/define.ts': 'Labels of choices.',
  'plugins/admin/api/entity-shape.ts': 'A label.',
  'plugins/import-models/': 'Labels of choices, and column heads of files.',
  // Texts with catalogs of their own.
  'customizations/example/': 'The example shows each way to contribute texts.',
  'plugins/advisor/reply-writer.ts': 'Internal errors.',
  'plugins/advisor/vendor/':
    'Failures of the vendor, in the log and in the health of the advisor, and words that the script recognizes.',
  // No sentences.
  'core/storage/admin/account-rows.ts': 'Columns.',
  'core/storage/admin/admin-sessions.ts': 'A password that is never accepted.',
  'core/commerce/account/service.ts': 'A password that is never accepted.',
  'core/storage/record/list.ts': 'The name of a cache.',
  'plugins/cli/result-format.ts': 'A part of a message of commander.',
}

type Ancestors = readonly CodeNode[]

const getName = ({ name, property }: CodeNode): string => name ?? property?.name ?? ''

function isExcepted(node: CodeNode, ancestors: Ancestors): boolean {
  let child = node
  for (const parent of ancestors.toReversed()) {
    if (parent.type === 'Property' && declaredMembers.has(getName(parent.key!) || String(parent.key!.value))) return true
    const variable =
      parent.type === 'VariableDeclarator' ? parent.id : parent.type === 'AssignmentPattern' ? parent.left : undefined
    if (/(?:help|description)$/i.test(variable?.name ?? '')) return true
    if (parent.type === 'NewExpression' && internalErrors.has(getName(parent.callee!))) return true
    if (parent.type === 'CallExpression' && parent.arguments!.includes(child)) {
      const name = getName(parent.callee!)
      if (declaringCalls.has(name) || logMethods.test(name)) return true
    }
    child = parent
  }
  return false
}

/** The sentences of a module, literals and templates with `…` for each value. */
function findTexts(compiled: string): readonly string[] {
  const texts: string[] = []
  const walk = (node: CodeNode, ancestors: Ancestors): void => {
    const isTemplate = node.type === 'TemplateLiteral'
    const text = isTemplate
      ? node.quasis!.map(({ value }) => value.cooked).join('…')
      : node.type === 'Literal'
        ? node.value
        : null
    if (
      typeof text === 'string' &&
      threeWords.test(text) &&
      functionWord.test(text) &&
      !code.test(text) &&
      !isExcepted(node, ancestors)
    )
      texts.push(text)
    for (const child of Object.values(node) as unknown[])
      for (const element of Array.isArray(child) ? (child as unknown[]) : [child])
        if (typeof element === 'object' && element !== null && 'type' in element) walk(element as CodeNode, [...ancestors, node])
  }
  walk(parse(compiled, { ecmaVersion: 2025, sourceType: 'module' }), [])
  return texts
}

const findException = (path: string): string | undefined =>
  Object.keys(englishTexts)
    .toSorted((a, b) => b.length - a.length)
    .find((start) => path.startsWith(start))

describe('sentences for people', () => {
  const texts = readSourceFiles()
    .filter(
      ({ path }) =>
        /^(?:core|plugins|hosts|customizations)\/.*\.tsx?$/.test(path) &&
        !/^plugins\/(?:demo|testing)\/|^plugins\/cli\/(?:template|installation)\/|\.d\.ts$/.test(path),
    )
    .map(({ path }) => ({ path, texts: findTexts(readCompiledCode(path)) }))

  it('are messages of catalogs in every source file of core, plugins, hosts and customizations', () => {
    const found = texts.filter(({ path, texts: own }) => own.length > 0 && findException(path) === undefined)
    expect(found.flatMap(({ path, texts: own }) => own.map((text) => `${path}: ${text}`))).to.deep.equal([])
  })

  it('are in English in exactly the files of the table', () => {
    const used = new Set(texts.filter(({ texts: own }) => own.length > 0).map(({ path }) => findException(path)))
    expect(Object.keys(englishTexts).filter((start) => !used.has(start))).to.deep.equal([])
  })

  it('are found as literals and templates, but not in declarations, logs, statements and internal errors', () => {
    const compiled = `
      const line = \`Wrote \${count} files to the folder.\`; const part = ' is gone, with all of it'
      log.warn({ a: 1 }, 'The queue is full now.'); throw new SystemError('This is never shown.'); new Refusal('This is shown to people.')
      defineAction({ description: 'Reads one of the records.', run: () => ({ note: 'Nothing was to do.' }) })
      string('Name of the record'); query('SELECT a FROM b WHERE c = d AND e is not null'); const names = 'red green blue'`
    expect(findTexts(compiled)).to.deep.equal([
      'Wrote … files to the folder.',
      ' is gone, with all of it',
      'This is shown to people.',
      'Nothing was to do.',
    ])
  })
})
