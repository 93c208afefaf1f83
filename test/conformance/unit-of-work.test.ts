// All state of a transaction is in core/storage/unit-of-work/: no other file keys values by transaction or adds members to it.
import { expect } from 'chai'
import { type SourceFile, readSourceFiles } from '../support/repository.js'

const shipped = /^(?:core|plugins|hosts|customizations|bin)\/.*\.tsx?$/
const home = 'core/storage/unit-of-work/'

/** Ways to attach state to a transaction, each with an example. */
const forbiddenPatterns = [
  { pattern: /\bWeak(?:Map|Set)<(?:Unit|Queryable|DriverTransaction)\b/, example: 'const owners = new WeakMap<Unit, Owners>()' },
  { pattern: /\bMap<(?:Unit|DriverTransaction)\b/, example: 'const owners = new Map<Unit, Owners>()' },
  { pattern: /\binterface \w+ extends Unit\b/, example: 'interface NotedUnit extends Unit { readonly notes: Notes }' },
  { pattern: /\bObject\.(?:assign|defineProperty)\((?:u|unit|\w+\.unit)\b/, example: 'Object.assign(unit, { notes })' },
  { pattern: /\bdeclare module '[^']*unit-of-work/, example: "declare module '../unit-of-work/transaction.js' {}" },
]

const hasHiddenState = ({ path, text }: SourceFile): boolean =>
  shipped.test(path) && !path.startsWith(home) && forbiddenPatterns.some(({ pattern }) => pattern.test(text))

/** Values in the write pipeline are promises or not, so nothing has to test which of both they are. */
const promiseTest = /\binstanceof Promise\b|'then' in |\.then === /

describe('The state of a transaction', () => {
  it('is stored only in core/storage/unit-of-work/', () => {
    expect(
      readSourceFiles()
        .filter(hasHiddenState)
        .map(({ path }) => path),
    ).to.deep.equal([])
  })

  for (const { example } of forbiddenPatterns) {
    it(`is found outside of it: ${example}`, () => {
      expect(hasHiddenState({ path: 'core/storage/pipeline/notes.ts', text: example })).to.equal(true)
      expect(hasHiddenState({ path: `${home}notes.ts`, text: example })).to.equal(false)
    })
  }

  it('contains no value that is a promise only sometimes: no file tests for one', () => {
    const files = readSourceFiles().filter(({ path, text }) => shipped.test(path) && promiseTest.test(text))
    expect(files.map(({ path }) => path)).to.deep.equal([])
  })
})
