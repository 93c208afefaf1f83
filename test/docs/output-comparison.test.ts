// Tests the comparison of documented and printed output that the documentation tests use.
import { expect } from 'chai'
import { blocksOf, linksOf } from './blocks.js'
import { matchesJson, matchesText } from './matches.js'

describe('documented output', () => {
  it('matches text only if it is equal outside the gaps', () => {
    expect(matchesText('Listening on …', 'Listening on http://127.0.0.1:3000\n')).to.equal(true)
    expect(matchesText('Listening on …', 'Failed')).to.equal(false)
    expect(matchesText('a.c', 'abc')).to.equal(false)
    expect(matchesText('one\n…\nfour', 'one\ntwo\nthree\nfour')).to.equal(true)
  })

  it('matches JSON by value, with gaps only where they are shown', () => {
    expect(matchesJson('{"id": "…", "name": "x"}', '{"name":"x","id":7}')).to.equal(true)
    expect(matchesJson('{"name": "x"}', '{"name":"x","id":7}')).to.equal(false)
    expect(matchesJson('{"name": "x", "…": "…"}', '{"name":"x","id":7}')).to.equal(true)
    expect(matchesJson('{"name": "svc_…"}', '{"name":"svc_1_a"}')).to.equal(true)
    expect(matchesJson('[1, "…"]', '[1, 2, 3]')).to.equal(true)
    expect(matchesJson('[1, 2]', '[1, 2, 3]')).to.equal(false)
    expect(matchesJson('{"a": {"b": 1}}', '{"a": {"b": 2}}')).to.equal(false)
    expect(matchesJson('{"a": 1}', 'Not JSON')).to.equal(false)
  })
})

describe('Markdown reader', () => {
  it('returns blocks with language, line and purpose, and links into the repository', () => {
    const text = 'See [the file](LICENSE#top) and [the net](https://example.org).\n```sh\nls\n```\n```json output\n{}\n```'
    expect(blocksOf('A.md', text)).to.deep.equal([
      { document: 'A.md', line: 2, language: 'sh', role: null, text: 'ls' },
      { document: 'A.md', line: 5, language: 'json', role: 'output', text: '{}' },
    ])
    expect(linksOf(text)).to.deep.equal(['LICENSE'])
    expect(() => blocksOf('A.md', '```sh\nls')).to.throw('never closed')
  })
})
