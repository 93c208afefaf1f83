// Reads the import statements of a source file and resolves each to a file or a package.
import { existsSync } from 'node:fs'
import { getFolder, repositoryRoot, type SourceFile } from '../support/repository.js'

export interface Import {
  readonly specifier: string
  /** `import type` and `export type`, which compilation removes. */
  readonly typeOnly: boolean
  /** `import('…')`, loaded when the line runs. */
  readonly dynamic: boolean
}

/** Biome puts every static import at the start of a line. Imports inside a template or comment are therefore ignored. */
const staticImport = /^(?:import|export)\b(?<clause>[^'"`;]*?)(?:\bfrom\s*)?'(?<specifier>[^'\n]+)'/gm
const dynamicImport = /\bimport\(\s*'([^'\n]+)'\s*\)/g
const comment = /^\s*\/\/.*$|^\s*\/\*[\s\S]*?\*\//gm

/** The imports of a source text, static ones first. `import { type A }` counts as typeOnly if every name is a type. */
export function importsOf(text: string): readonly Import[] {
  const code = text.replace(comment, '')
  const imports: Import[] = []
  for (const match of code.matchAll(staticImport)) {
    const clause = match.groups?.['clause'] ?? ''
    const isStatement = /\bfrom\s*'/.test(match[0]) || /^import\s*'/.test(match[0])
    if (!isStatement) continue
    const names = /^\s*\{([^}]*)\}\s*from\s*$|^\s*\{([^}]*)\}\s*$/.exec(clause.replace(/\s+/g, ' '))
    const listed = (names?.[1] ?? names?.[2] ?? '').split(',').map((name) => name.trim())
    const importedNames = listed.filter((name) => name !== '')
    const typeOnly =
      /^\s*type\b/.test(clause) || (importedNames.length > 0 && importedNames.every((name) => name.startsWith('type ')))
    imports.push({ specifier: match.groups?.['specifier'] ?? '', typeOnly, dynamic: false })
  }
  for (const match of code.matchAll(dynamicImport)) imports.push({ specifier: match[1] ?? '', typeOnly: false, dynamic: true })
  return imports
}

/** The name of this package, by which external plugins import the contract. */
export const ownName = 'product-configurator-service'

/** The repository path of a specifier, e.g. `#core/app.js` → `core/app.ts`; null for a package or a Node module. */
export function resolveImport(from: string, specifier: string): string | null {
  const source = (path: string): string => {
    const plain = path.replace(/\.js$/, '.ts')
    return existsSync(`${repositoryRoot}/${plain}x`) ? `${plain}x` : plain
  }
  if (specifier.startsWith('#core/')) return source(`core/${specifier.slice('#core/'.length)}`)
  if (specifier === ownName) return 'core/contract.ts'
  if (specifier.startsWith(`${ownName}/`)) return `${specifier.slice(ownName.length + 1)}/index.ts`
  if (!specifier.startsWith('.')) return null
  const parts = getFolder(from).split('/').filter(Boolean)
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return source(parts.join('/'))
}

/** `@fastify/static/x` → `@fastify/static`; `node:fs` stays; null for a file of this repository. */
export function packageOf(specifier: string): string | null {
  if (specifier.startsWith('.') || specifier.startsWith('#') || specifier === ownName || specifier.startsWith(`${ownName}/`))
    return null
  if (specifier.startsWith('node:')) return specifier
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** The files that a file imports, each once, in order. Packages are omitted. */
export function targetsOf(file: SourceFile): readonly string[] {
  const targets = importsOf(file.text).map((statement) => resolveImport(file.path, statement.specifier))
  return [...new Set(targets.filter((target) => target !== null))]
}
