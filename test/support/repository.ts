// Reads this repository's own files for conformance tests.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The absolute path of the checkout, without a trailing slash. */
export const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

export interface SourceFile {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly text: string
}

/** Folders with built, installed or generated files, run output, and tools of external validators. */
const skippedFolders = new Set(['node_modules', 'dist', 'var', 'generated', '.git', '.ci'])

/** Paths of all files below a folder, relative to the root and sorted. Empty if the folder does not exist. */
export function listFilesBelow(folder: string): readonly string[] {
  const directory = folder === '' ? repositoryRoot : `${repositoryRoot}/${folder}`
  if (!existsSync(directory)) return []
  const paths: string[] = []
  for (const entry of readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      // core/engine/program is source code.
      if (!skippedFolders.has(entry.name) && path !== 'program') paths.push(...listFilesBelow(path))
    } else if (entry.isFile()) paths.push(path)
  }
  return paths
}

export function readRepositoryFile(path: string): string {
  return readFileSync(`${repositoryRoot}/${path}`, 'utf8')
}

let sources: readonly SourceFile[] | undefined

/** All hand-written source files: TypeScript, style sheets, browser scripts. Read once per run. */
export function readSourceFiles(): readonly SourceFile[] {
  sources ??= listFilesBelow('')
    .filter(
      (path) => /\.(ts|tsx|mts|js|mjs|css)$/.test(path) && !path.endsWith('.d.ts') && !path.startsWith('test/fixtures/packages/'),
    )
    .map((path) => ({ path, text: readRepositoryFile(path) }))
  return sources
}

/** The folder of a path; '' at the root. */
export function getFolder(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
