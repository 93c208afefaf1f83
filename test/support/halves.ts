// Says which spec files the suite's second half, on a server, leaves out: those that hold there because they hold on SQLite.
import { existsSync } from 'node:fs'
import { importsOf, resolveImport } from '../conformance/imports.js'
import { filesBelow, readRepositoryFile, root } from './repository.js'

/** Through this file tests come by the database of a run, and through no other: a spec that does not reach it is the same in both halves. */
export const door = 'test/support/database.ts'

/** In a browser the second half walks these only, one of each kind that stores something: the pages and their replies are the same. */
export const walkedTwice: readonly string[] = [
  'test/browser/admin-form.test.ts',
  'test/browser/checkout.test.ts',
  'test/browser/storefront.test.ts',
]

export interface LeftOut {
  /** What no import leads to a database. */
  readonly withoutDatabase: readonly string[]
  /** What looks at pages. */
  readonly walks: readonly string[]
}

const known = new Map<string, ReadonlySet<string>>()

/** The files that a file loads, types aside. */
function loadsOf(path: string): ReadonlySet<string> {
  const found = known.get(path)
  if (found) return found
  const loads = new Set<string>()
  for (const { typeOnly, specifier } of importsOf(readRepositoryFile(path))) {
    const target = typeOnly ? null : resolveImport(path, specifier)
    // A text with imports in it, as some tests have, names files that are not there.
    if (target !== null && existsSync(`${root}/${target}`)) loads.add(target)
  }
  known.set(path, loads)
  return loads
}

/** True where loading the file loads the other one, sooner or later. */
export function leadsTo(path: string, goal: string): boolean {
  const seen = new Set([path])
  for (const one of seen) for (const next of loadsOf(one)) seen.add(next)
  return seen.has(goal)
}

/** What the second half leaves out, as source paths. */
export function leftOut(): LeftOut {
  const specs = filesBelow('test').filter((path) => path.endsWith('.test.ts'))
  const withoutDatabase = specs.filter((path) => !leadsTo(path, door))
  const isWalk = (path: string): boolean => path.startsWith('test/browser/') && !walkedTwice.includes(path)
  return { withoutDatabase, walks: specs.filter((path) => isWalk(path) && !withoutDatabase.includes(path)) }
}
