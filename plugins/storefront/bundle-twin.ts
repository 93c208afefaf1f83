// Builds the client engine's script from the engine and the built-in types, without parsers and authoring code.
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const compiled = fileURLToPath(new URL('.', import.meta.url))
const types = join(compiled, '../stock/index.js')
const entry = '\0twin'

/** Folders outside the storefront whose modules are part of the script. */
export const twinFolders = [
  '../../core/engine',
  '../../core/foundation',
  '../../core/shop',
  '../../core/commerce/configuration',
  '../stock',
].map((folder) => join(compiled, folder))

const own = (name: string): string => join(compiled, 'browser/twin', name)

/** Modules that are replaced: a program arrives parsed, and types need no properties or translations. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/[\\/]engine[\\/](rule[\\/]stored|calculation[\\/](stored|code-parse|references))\.js$/, own('parsed.js')],
  [/[\\/]engine[\\/]money[\\/](discount|share)\.js$/, own('undiscounted.js')],
  [/[\\/]stock[\\/](translations[\\/]index|(condition|term)-types[\\/]customer-group)\.js$/, '\0none'],
]

const texts: Readonly<Record<string, string>> = {
  [entry]: `import { stock } from ${JSON.stringify(types)}
import { twinOf } from ${JSON.stringify(own('reckoner.js'))}
export const twin = twinOf(stock.contributes)`,
  // A program contains conditions on the customer group already evaluated.
  '\0none': "export const translations = {}, customerGroup = { name: '' }",
}

export const twinEntry = 'svc-twin'

/** Members of a type declaration that only authors and their tools use. */
const forAuthors = new Set(['authoring', 'checkSettings', 'description', 'entries', 'label', 'shown'])

/** Members of a calculation that only reference searches use. */
const forSeekers = new Set(['operands', 'references', 'typedTerms'])

interface Span {
  readonly start: number
  readonly end: number
}

/** The source ranges of properties with these names, last first. */
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
    // Vite turns the name into a path.
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
