// How the twin's script is made: of the engine and the types that ship, without the parsers and what only authors need.
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const compiled = fileURLToPath(new URL('.', import.meta.url))
const types = join(compiled, '../stock/index.js')
const entry = '\0twin'

/** Folders outside of the storefront's own whose modules are in it. */
export const twinFolders = [
  '../../core/engine',
  '../../core/foundation',
  '../../core/shop',
  '../../core/commerce/configuration',
  '../stock',
].map((folder) => join(compiled, folder))

const own = (name: string): string => join(compiled, 'browser/twin', name)

/** Modules in whose place another stands: a program comes read, types come without their properties and translations. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/[\\/]engine[\\/](rule[\\/]stored|calculation[\\/](stored|code-parse|references))\.js$/, own('parsed.js')],
  [/[\\/]engine[\\/]money[\\/](discount|share)\.js$/, own('undiscounted.js')],
  [/[\\/]stock[\\/](translations[\\/]index|(condition|term)-types[\\/]customer-group)\.js$/, '\0none'],
]

const texts: Readonly<Record<string, string>> = {
  [entry]: `import { stock } from ${JSON.stringify(types)}
import { twinOf } from ${JSON.stringify(own('reckoner.js'))}
export const twin = twinOf(stock.contributes)`,
  // What asks for the shopper's group stands decided in a program.
  '\0none': "export const translations = {}, customerGroup = { name: '' }",
}

export const twinEntry = 'svc-twin'

/** What of a type's declaration only authors and their tools read. */
const forAuthors = new Set(['authoring', 'checkSettings', 'description', 'entries', 'label', 'shown'])

/** What of a calculation only those ask for who look up what it names. */
const forSeekers = new Set(['operands', 'references', 'typedTerms'])

interface Span {
  readonly start: number
  readonly end: number
}

/** Where a module's objects declare things of these names, the last first. */
function declared(node: unknown, names: ReadonlySet<string>): readonly Span[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, key, start, end } = node as { type?: string; key?: { name?: string } } & Span
  if (type === 'Property' && names.has(key?.name ?? '')) return [{ start, end }]
  return Object.values(node)
    .flatMap((child: unknown) =>
      Array.isArray(child) ? child.flatMap((one: unknown) => declared(one, names)) : declared(child, names),
    )
    .sort((a, b) => b.start - a.start)
}

export const leanTwin: Plugin = {
  name: 'lean-twin',
  enforce: 'pre',
  async resolveId(id, importer, options) {
    // Vite makes a path of it.
    if (id.endsWith(twinEntry)) return entry
    if (id === 'product-configurator-service') return own('contract.js')
    if (!id.startsWith('.') && !id.startsWith(sep)) return null
    const found = await this.resolve(id, importer, { ...options, skipSelf: true })
    return replaced.find(([pattern]) => found !== null && pattern.test(found.id))?.[1] ?? found
  },
  load: (id) => texts[id] ?? null,
  transform(code, id) {
    const isType = /[\\/]stock[\\/]((question|condition|term)-types|functions)[\\/]/.test(id)
    if (!isType && !/[\\/]engine[\\/]calculation[\\/]/.test(id)) return null
    const spans = declared(this.parse(code), isType ? forAuthors : forSeekers)
    return { code: spans.reduce((text, { start, end }) => `${text.slice(0, start)}'':0${text.slice(end)}`, code), map: null }
  },
}
