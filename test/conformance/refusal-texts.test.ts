// Refusals that a caller reads are messages of the catalogs: no source file passes a sentence to their classes.
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
  'core/storage/database/connection.ts': 'The operator reads it when the service starts with an invalid database URL.',
  'core/storage/database/mysql/dialect.ts': 'The operator reads it when the service starts on an unsuitable server.',
  'core/storage/database/mysql/connection-pool.ts': 'The operator reads it when the service starts without its database.',
  'core/storage/database/sqlite/driver.ts': 'The operator reads it when the service starts without its database file.',
  'plugins/print/pdf/faces.ts': 'The operator reads it when the service starts with an unreadable font.',
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
  const compiled = path.replace(/\.ts$/, '.js')
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
