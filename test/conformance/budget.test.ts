// Budgets: no source file is longer than 500 lines, and the published archive has fewer than 1,500 files.
import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { type SourceFile, readSourceFiles, repositoryRoot } from '../support/repository.js'

const hardLimit = 500

function lineCount(file: SourceFile): number {
  return file.text.replace(/\n$/, '').split('\n').length
}

function overBudget(files: readonly SourceFile[]): readonly string[] {
  return files.filter((file) => lineCount(file) > hardLimit).map((file) => `${file.path} has ${lineCount(file)} lines`)
}

/** The value at the given share of the sorted numbers; 0 for an empty list. */
function percentile(ordered: readonly number[], share: number): number {
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0
}

describe('file length', () => {
  it(`is at most ${hardLimit} lines for every source file`, () => {
    expect(overBudget(readSourceFiles())).to.deep.equal([])
  })

  it('is reported for a file that is one line too long', () => {
    const lines = (count: number): SourceFile => ({ path: `core/${count}.ts`, text: '//\n'.repeat(count) })
    expect(overBudget([lines(hardLimit), lines(hardLimit + 1)])).to.deep.equal([
      `core/${hardLimit + 1}.ts has ${hardLimit + 1} lines`,
    ])
  })

  after(() => {
    const ordered = readSourceFiles().toSorted((a, b) => lineCount(a) - lineCount(b))
    const counts = ordered.map(lineCount)
    const longest = ordered.at(-1)
    const statistics = `${counts.length} files, median ${percentile(counts, 0.5)} lines, 95th percentile ${percentile(counts, 0.95)}`
    console.log(`    ${statistics}, longest ${longest?.path} with ${counts.at(-1)}`)
  })
})

describe('the published archive', () => {
  it('has fewer than 1,500 files, without tests and fixtures', () => {
    const output = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
      cwd: repositoryRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [{ files }] = JSON.parse(output) as [{ readonly files: readonly { readonly path: string }[] }]
    const paths = files.map(({ path }) => path)
    expect(paths).to.include('program/core/contract.js').and.have.length.below(1_500)
    expect(paths.filter((path) => /^(test|bench)\/|(^|\/)fixtures\//.test(path))).to.deep.equal([])
  })
})
