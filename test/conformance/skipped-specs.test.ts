// What the suite's second half leaves out is the same in both: it cannot come by the server that the run is for.
import { expect } from 'chai'
import { databaseModule, hasImport, listSkippedSpecs, browserSpecsOfSecondRun } from '../support/skipped-specs.js'
import { readRepositoryFile, readSourceFiles } from '../support/repository.js'

describe('what the second half leaves out', () => {
  it('cannot know the server: one file alone reads where it is, and no left out spec leads there', () => {
    const reads = /process\.env(?:\.|\[')SVC_TEST_DATABASE_URL/
    expect(readSourceFiles().flatMap(({ path, text }) => (reads.test(text) ? [path] : []))).to.deep.equal([databaseModule])
    expect(listSkippedSpecs().withoutDatabase).to.include('test/core/engine/money/amount.test.ts')
  })

  it('starts no program of the tests that leads there', () => {
    const starts = listSkippedSpecs().withoutDatabase.flatMap((path) =>
      [...readRepositoryFile(path).matchAll(/['"`/](test\/[\w/-]+)\.js\b/g)].map(([, program]) => `${program}.ts`),
    )
    expect(starts.filter((program) => hasImport(program, databaseModule))).to.deep.equal([])
  })

  it('is no spec that opens a database by whatever way', () => {
    expect(hasImport('test/core/boot/boot.test.ts', databaseModule)).to.equal(true)
    expect(hasImport('test/support/test-app.ts', databaseModule)).to.equal(true)
    expect(hasImport('core/engine/money/amount.ts', databaseModule)).to.equal(false)
  })

  it('are walks in a browser, but for those that it takes by name', () => {
    const { browserSpecs } = listSkippedSpecs()
    expect(browserSpecs).to.not.be.empty
    expect(
      browserSpecs.filter((path) => !path.startsWith('test/browser/') || browserSpecsOfSecondRun.includes(path)),
    ).to.deep.equal([])
    expect(browserSpecsOfSecondRun.filter((path) => !hasImport(path, databaseModule))).to.deep.equal([])
  })
})
