// What the suite's second half leaves out is the same in both: it cannot come by the server that the run is for.
import { expect } from 'chai'
import { door, leadsTo, leftOut, walkedTwice } from '../support/halves.js'
import { readRepositoryFile, sourceFiles } from '../support/repository.js'

describe('what the second half leaves out', () => {
  it('cannot know the server: one file alone reads where it is, and no left out spec leads there', () => {
    const reads = /process\.env(?:\.|\[')SVC_TEST_DATABASE_URL/
    expect(sourceFiles().flatMap(({ path, text }) => (reads.test(text) ? [path] : []))).to.deep.equal([door])
    expect(leftOut().withoutDatabase).to.include('test/core/engine/money/amount.test.ts')
  })

  it('starts no program of the tests that leads there', () => {
    const starts = leftOut().withoutDatabase.flatMap((path) =>
      [...readRepositoryFile(path).matchAll(/['"`/](test\/[\w/-]+)\.js\b/g)].map(([, program]) => `${program}.ts`),
    )
    expect(starts.filter((program) => leadsTo(program, door))).to.deep.equal([])
  })

  it('is no spec that opens a database by whatever way', () => {
    expect(leadsTo('test/core/boot/boot.test.ts', door)).to.equal(true)
    expect(leadsTo('test/support/app.ts', door)).to.equal(true)
    expect(leadsTo('core/engine/money/amount.ts', door)).to.equal(false)
  })

  it('are walks in a browser, but for those that it takes by name', () => {
    const { walks } = leftOut()
    expect(walks).to.not.be.empty
    expect(walks.filter((path) => !path.startsWith('test/browser/') || walkedTwice.includes(path))).to.deep.equal([])
    expect(walkedTwice.filter((path) => !leadsTo(path, door))).to.deep.equal([])
  })
})
