// docs/reference/errors.md says every error code, none that is gone, and the same sentences as the catalogue.
import { expect } from 'chai'
import { type CatalogueEntry, errorCatalogue } from '../../core/foundation/errors.js'
import { errorStatuses } from '../../plugins/http/problem-reply.js'
import { readRepositoryFile } from '../support/repository.js'

/** The headings of a document with the text below each, e.g. `NOT_FOUND` → `Status 404. …`. */
function sections(markdown: string): ReadonlyMap<string, string> {
  const parts = markdown.split(/^## /m).slice(1)
  return new Map(parts.map((part) => [part.split('\n', 1)[0]?.trim() ?? '', part.slice(part.indexOf('\n')).trim()]))
}

function errorProblems(markdown: string, catalogue: Readonly<Record<string, CatalogueEntry>>): readonly string[] {
  const documented = sections(markdown)
  const stale = [...documented.keys()]
    .filter((code) => !Object.hasOwn(catalogue, code))
    .map((code) => `${code} is documented and does not exist`)
  const missing = Object.entries(catalogue).flatMap(([code, entry]) => {
    const text = documented.get(code)
    if (text === undefined) return [`${code} is not documented`]
    return [entry.meaning, entry.next]
      .filter((sentence) => !text.includes(sentence))
      .map((sentence) => `${code} does not say "${sentence}"`)
  })
  return [...stale, ...missing]
}

describe('docs/reference/errors.md', () => {
  it('documents every code of the catalogue in its own words and no other', () => {
    expect(errorProblems(readRepositoryFile('docs/reference/errors.md'), errorCatalogue)).to.deep.equal([])
  })

  it('names the status that each code has over HTTP', () => {
    const documented = [...sections(readRepositoryFile('docs/reference/errors.md'))].map(([code, text]) => [
      code,
      /^Status (\d+)\./.exec(text)?.[1],
    ])
    expect(Object.fromEntries(documented)).to.deep.equal(
      Object.fromEntries(Object.entries(errorStatuses).map(([code, status]) => [code, String(status)])),
    )
  })

  it('would be caught with a code too many, one too few, or other words', () => {
    const entry: CatalogueEntry = { title: 'A', meaning: 'It broke.', next: 'Mend it.' }
    const page = '# Errors\n\n## A\n\nStatus 500. It broke.\nMend it.\n'
    expect(errorProblems(page, { A: entry })).to.deep.equal([])
    expect(errorProblems(page, { A: entry, B: entry })).to.deep.equal(['B is not documented'])
    expect(errorProblems(page, {})).to.deep.equal(['A is documented and does not exist'])
    expect(errorProblems(page.replace('Mend', 'Read'), { A: entry })).to.have.length(1)
  })
})
