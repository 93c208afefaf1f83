// Tests the truncation of long results: valid JSON below the limit that names its shortened parts.
import { expect } from 'chai'
import { resultLimit, truncate } from '../../../plugins/mcp/tool/tool-provider.js'

interface TruncatedResult {
  readonly truncated?: readonly { readonly path: string; readonly returned: number; readonly total: number }[]
  readonly next_step?: string
}

const rows = (count: number): readonly object[] => Array.from({ length: count }, (_, id) => ({ id, title: `Row number ${id}` }))

describe('truncate', () => {
  const shapes: readonly (readonly [title: string, value: object, path: string])[] = [
    ['a list', { records: rows(5_000) }, 'records'],
    ['a list inside the only item of a list', { questions: [{ id: 1, answers: rows(5_000) }] }, 'questions[0].answers'],
    ['a text inside the only item of a list', { questions: [{ id: 1, text: 'x'.repeat(90_000) }] }, 'questions[0].text'],
    ['a text of pairs', { text: '😀'.repeat(30_000) }, 'text'],
    ['nested lists of one', { a: [[[{ b: rows(4_000) }]]] }, 'a[0][0][0].b'],
    ['an object of very many keys', Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`key${i}`, i])), ''],
  ]
  for (const [title, value, path] of shapes) {
    it(`shortens and reports ${title}`, () => {
      const result = truncate(value, 'Ask for less.') as TruncatedResult
      expect(JSON.stringify(result).length).to.be.lessThan(resultLimit)
      expect(result.truncated?.map((entry) => entry.path)).to.deep.equal([path])
      expect(result.next_step).to.equal('Ask for less.')
      expect(JSON.stringify(result)).not.to.match(/\\ud[89a-f]/)
    })
  }

  it('returns a value below the limit unchanged', () => {
    const value = { records: rows(10) }
    expect(truncate(value, '')).to.equal(value)
  })
})
