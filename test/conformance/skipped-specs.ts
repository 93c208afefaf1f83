// Selects the spec files that the second test run, on a database server, skips because SQLite already covers them.
import { existsSync } from 'node:fs'
import { importsOf, resolveImport } from './imports.js'
import { listFilesBelow, readRepositoryFile, repositoryRoot } from '../support/repository.js'

/** Tests get databases only through this file. A spec that does not import it behaves the same in both runs. */
export const databaseModule = 'test/support/database.ts'

/** Browser specs in the second run: one of each kind that stores data. The others render the same pages and replies. */
export const browserSpecsOfSecondRun: readonly string[] = [
  'test/browser/admin-form.test.ts',
  'test/browser/checkout.test.ts',
  'test/browser/storefront.test.ts',
]

export interface SkippedSpecs {
  /** Specs that do not import the database. */
  readonly withoutDatabase: readonly string[]
  /** Browser specs. */
  readonly browserSpecs: readonly string[]
}

const importsByFile = new Map<string, ReadonlySet<string>>()

/** The runtime imports of a file. */
function readRuntimeImports(path: string): ReadonlySet<string> {
  const imports = importsByFile.get(path)
  if (imports) return imports
  const loads = new Set<string>()
  for (const { typeOnly, specifier } of importsOf(readRepositoryFile(path))) {
    const target = typeOnly ? null : resolveImport(path, specifier)
    // Skip paths that do not exist: some tests contain imports inside texts.
    if (target !== null && existsSync(`${repositoryRoot}/${target}`)) loads.add(target)
  }
  importsByFile.set(path, loads)
  return loads
}

/** True if the file imports `goal`, directly or indirectly. */
export function hasImport(path: string, goal: string): boolean {
  const paths = new Set([path])
  for (const file of paths) for (const next of readRuntimeImports(file)) paths.add(next)
  return paths.has(goal)
}

/** Source paths of the specs that the second run skips. */
export function listSkippedSpecs(): SkippedSpecs {
  const specs = listFilesBelow('test').filter((path) => path.endsWith('.test.ts'))
  const withoutDatabase = specs.filter((path) => !hasImport(path, databaseModule))
  const isWalk = (path: string): boolean => path.startsWith('test/browser/') && !browserSpecsOfSecondRun.includes(path)
  return { withoutDatabase, browserSpecs: specs.filter((path) => isWalk(path) && !withoutDatabase.includes(path)) }
}
