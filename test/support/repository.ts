// Reads this repository's own files, for the tests that judge the code itself.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The absolute path of the checkout, without a slash at the end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

export interface SourceFile {
  /** From the root, with `/`. */
  readonly path: string
  readonly text: string
}

/** What is built, installed, generated or left behind by a run, and what outside validators need. */
const skipped = new Set(['node_modules', 'dist', 'var', 'generated', '.git', '.ci'])

/** The paths of all files below a folder, from the root, in name order. A folder that does not exist holds none. */
export function filesBelow(folder: string): readonly string[] {
  const directory = folder === '' ? root : `${root}/${folder}`
  if (!existsSync(directory)) return []
  const found: string[] = []
  for (const entry of readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) found.push(...filesBelow(path))
    } else if (entry.isFile()) found.push(path)
  }
  return found
}

export function readRepositoryFile(path: string): string {
  return readFileSync(`${root}/${path}`, 'utf8')
}

let sources: readonly SourceFile[] | undefined

/** Every source file that people write: TypeScript, style sheets, browser scripts. Read once per run. */
export function sourceFiles(): readonly SourceFile[] {
  sources ??= filesBelow('')
    .filter(
      (path) => /\.(ts|tsx|mts|js|mjs|css)$/.test(path) && !path.endsWith('.d.ts') && !path.startsWith('test/fixtures/packages/'),
    )
    .map((path) => ({ path, text: readRepositoryFile(path) }))
  return sources
}

/** The folder of a path; the empty string at the root. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
