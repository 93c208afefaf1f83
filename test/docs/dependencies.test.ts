// docs/explanation/dependencies.md has a row for each library, and its file names exist.
import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'

const page = 'docs/explanation/dependencies.md'

interface Manifest {
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** The cells of each table row below the heading, without the table header. */
function rowsBelow(markdown: string, heading: string): readonly (readonly string[])[] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
}

const codeOf = (cell: string | undefined): string => /^`([^`]+)`$/.exec(cell ?? '')?.[1] ?? ''

function libraryProblems(
  markdown: string,
  manifest: Manifest,
  licenceOf: (name: string) => string | undefined,
): readonly string[] {
  const rows = rowsBelow(markdown, 'Libraries')
  const names = rows.map(([name]) => codeOf(name))
  const dependencies = Object.keys(manifest.dependencies ?? {})
  return [
    ...dependencies.filter((name) => !names.includes(name)).map((name) => `${name} has no row`),
    ...names
      .filter((name, at) => !dependencies.includes(name) || names.indexOf(name) !== at)
      .map((name) => `a row too many: ${name}`),
    ...rows
      .filter(([name, purpose, licence, size]) => {
        const isWhole = purpose !== '' && /^\d+(?:\.\d)? (?:kB|MB)$/.test(size ?? '')
        return !isWhole || licence !== licenceOf(codeOf(name))
      })
      .map(([name]) => `the row of ${codeOf(name)} lacks its purpose, its licence or its size`),
  ]
}

function codeProblems(markdown: string, exists: (path: string) => boolean): readonly string[] {
  return rowsBelow(markdown, 'Own code that a library could replace').flatMap(([path, ...cells]) => [
    ...(exists(codeOf(path)) ? [] : [`${codeOf(path)} does not exist`]),
    ...(cells.length === 4 && cells.every((cell) => cell !== '') && codeOf(cells[3]) !== ''
      ? []
      : [`the row of ${codeOf(path)} is incomplete`]),
  ])
}

describe(page, () => {
  const markdown = readRepositoryFile(page)
  const manifest = JSON.parse(readRepositoryFile('package.json')) as Manifest
  const licenceOf = (name: string): string | undefined =>
    (JSON.parse(readRepositoryFile(`node_modules/${name}/package.json`)) as Manifest).license

  it('has one row with purpose, licence and size for each dependency of package.json', () => {
    expect(libraryProblems(markdown, manifest, licenceOf)).to.deep.equal([])
  })

  it('names existing code, a library, a reason and a command in each row of own code', () => {
    expect(rowsBelow(markdown, 'Own code that a library could replace').length).to.be.greaterThan(15)
    expect(codeProblems(markdown, (path) => path !== '' && existsSync(`${repositoryRoot}/${path}`))).to.deep.equal([])
  })

  it('reports a missing row, an extra row, a wrong licence and a wrong path', () => {
    const sample =
      '## Libraries\n\n| p | w | l | i |\n|---|---|---|---|\n| `a` | x | MIT | 5 kB |\n| `b` | x | ISC | 1.5 MB |\n\n## Own code that a library could replace\n\n| p | w | l | s | c |\n|---|---|---|---|---|\n| `core/a.ts` | x | y | z | `c` |\n| `core/b.ts` | x | y |  | `c` |\n'
    expect(libraryProblems(sample, { dependencies: { a: '1.0.0', c: '1.0.0' } }, () => 'MIT')).to.deep.equal([
      'c has no row',
      'a row too many: b',
      'the row of b lacks its purpose, its licence or its size',
    ])
    expect(codeProblems(sample, (path) => path === 'core/b.ts')).to.deep.equal([
      'core/a.ts does not exist',
      'the row of core/b.ts is incomplete',
    ])
  })
})
