// The second half of the suite, on another database server, omits only tests that cannot depend on the server.
import { expect } from 'chai'
import { databaseModule, hasImport, listSkippedSpecs, browserSpecsOfSecondRun } from './skipped-specs.js'
import { readRepositoryFile, readSourceFiles } from '../support/repository.js'

describe('tests omitted in the second half', () => {
  it('cannot depend on the database server, whose URL only one file reads', () => {
    const reads = /process\.env(?:\.|\[')SVC_TEST_DATABASE_URL/
    expect(readSourceFiles().flatMap(({ path, text }) => (reads.test(text) ? [path] : []))).to.deep.equal([databaseModule])
    expect(listSkippedSpecs().withoutDatabase).to.include('test/core/engine/money/amount.test.ts')
  })

  it('start no program that reads the URL of the database server', () => {
    const starts = listSkippedSpecs().withoutDatabase.flatMap((path) =>
      [...readRepositoryFile(path).matchAll(/['"`/](test\/[\w/-]+)\.js\b/g)].map(([, program]) => `${program}.ts`),
    )
    expect(starts.filter((program) => hasImport(program, databaseModule))).to.deep.equal([])
  })

  it('exclude every test that can open a database', () => {
    expect(hasImport('test/core/boot/boot.test.ts', databaseModule)).to.equal(true)
    expect(hasImport('test/support/test-app.ts', databaseModule)).to.equal(true)
    expect(hasImport('core/engine/money/amount.ts', databaseModule)).to.equal(false)
  })

  it('are browser walks, except for a named list that runs in both halves', () => {
    const { browserSpecs } = listSkippedSpecs()
    expect(browserSpecs).to.not.be.empty
    expect(
      browserSpecs.filter((path) => !path.startsWith('test/browser/') || browserSpecsOfSecondRun.includes(path)),
    ).to.deep.equal([])
    expect(browserSpecsOfSecondRun.filter((path) => !hasImport(path, databaseModule))).to.deep.equal([])
  })
})
