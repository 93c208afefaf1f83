// Builds the client engine's script from the engine and the built-in types, without parsers and authoring code.
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const compiledFolder = fileURLToPath(new URL('.', import.meta.url))
const stockModule = join(compiledFolder, '../stock/index.js')
const entryId = '\0client-engine'

/** Folders outside the storefront whose modules are part of the script. */
export const clientEngineFolders = [
  '../../core/engine',
  '../../core/foundation',
  '../../core/shop',
  '../../core/commerce/configuration',
  '../stock',
].map((folder) => join(compiledFolder, folder))

const resolveOwnModule = (name: string): string => join(compiledFolder, 'browser/client-engine', name)

/** Modules that are replaced: a program arrives parsed, and types need no properties. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/[\\/]engine[\\/](rule[\\/]stored|calculation[\\/](stored|code-parse|references))\.js$/, resolveOwnModule('stubs.js')],
  [/[\\/]foundation[\\/]message-format\.js$/, resolveOwnModule('stubs.js')],
  [/[\\/]stock[\\/](condition|term)-types[\\/]customer-group\.js$/, '\0none'],
]

const virtualModules: Readonly<Record<string, string>> = {
  [entryId]: `import { stock } from ${JSON.stringify(stockModule)}
import { createPredictorFactory } from ${JSON.stringify(resolveOwnModule('client-predictor.js'))}
export const createPredictor = createPredictorFactory(stock.contributes)`,
  // A program contains conditions on the customer group already evaluated.
  '\0none': "export const customerGroup = { name: '' }",
}

export const clientEngineEntry = 'svc-client-engine'

/** Members of a type declaration that only authors and their tools use. */
const authorMembers = new Set(['authoring', 'checkSettings', 'description', 'entries', 'label', 'shown'])

/** Members of a calculation that only reference searches use. */
const referenceSearchMembers = new Set(['operands', 'references', 'typedTerms'])

interface SourceRange {
  readonly start: number
  readonly end: number
}

/** The source ranges of properties with these names, last first. */
function findPropertyRanges(node: unknown, names: ReadonlySet<string>): readonly SourceRange[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, key, start, end } = node as { type?: string; key?: { name?: string } } & SourceRange
  if (type === 'Property' && names.has(key?.name ?? '')) return [{ start, end }]
  return Object.values(node)
    .flatMap((child: unknown) =>
      Array.isArray(child)
        ? child.flatMap((childNode: unknown) => findPropertyRanges(childNode, names))
        : findPropertyRanges(child, names),
    )
    .sort((a, b) => b.start - a.start)
}

export const leanClientEngine: Plugin = {
  name: 'lean-client-engine',
  enforce: 'pre',
  async resolveId(id, importer, options) {
    // Vite turns the name into a path.
    if (id.endsWith(clientEngineEntry)) return entryId
    if (id === 'product-configurator-service') return resolveOwnModule('contract.js')
    if (!id.startsWith('.') && !id.startsWith(sep)) return null
    const resolution = await this.resolve(id, importer, { ...options, skipSelf: true })
    return replacements.find(([pattern]) => resolution !== null && pattern.test(resolution.id))?.[1] ?? resolution
  },
  load: (id) => virtualModules[id] ?? null,
  transform(code, id) {
    const isType = /[\\/]stock[\\/](((question|condition|term)-types)[\\/]|functions\.js$)/.test(id)
    if (!isType && !/[\\/]engine[\\/]calculation[\\/]/.test(id)) return null
    const spans = findPropertyRanges(this.parse(code), isType ? authorMembers : referenceSearchMembers)
    return { code: spans.reduce((text, { start, end }) => `${text.slice(0, start)}'':0${text.slice(end)}`, code), map: null }
  },
}
