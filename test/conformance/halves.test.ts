// The second half of the suite, on another database server, omits only tests that cannot depend on the server.
import { expect } from 'chai'
import { door, leadsTo, leftOut, walkedTwice } from '../support/halves.js'
import { readRepositoryFile, sourceFiles } from '../support/repository.js'

describe('tests omitted in the second half', () => {
  it('cannot depend on the database server, whose URL only one file reads', () => {
    const reads = /process\.env(?:\.|\[')SVC_TEST_DATABASE_URL/
    expect(sourceFiles().flatMap(({ path, text }) => (reads.test(text) ? [path] : []))).to.deep.equal([door])
    expect(leftOut().withoutDatabase).to.include('test/core/engine/money/amount.test.ts')
  })

  it('start no program that reads the URL of the database server', () => {
    const starts = leftOut().withoutDatabase.flatMap((path) =>
      [...readRepositoryFile(path).matchAll(/['"`/](test\/[\w/-]+)\.js\b/g)].map(([, program]) => `${program}.ts`),
    )
    expect(starts.filter((program) => leadsTo(program, door))).to.deep.equal([])
  })

  it('exclude every test that can open a database', () => {
    expect(leadsTo('test/core/boot/boot.test.ts', door)).to.equal(true)
    expect(leadsTo('test/support/app.ts', door)).to.equal(true)
    expect(leadsTo('core/engine/money/amount.ts', door)).to.equal(false)
  })

  it('are browser walks, except for a named list that runs in both halves', () => {
    const { walks } = leftOut()
    expect(walks).to.not.be.empty
    expect(walks.filter((path) => !path.startsWith('test/browser/') || walkedTwice.includes(path))).to.deep.equal([])
    expect(walkedTwice.filter((path) => !leadsTo(path, door))).to.deep.equal([])
  })
})
