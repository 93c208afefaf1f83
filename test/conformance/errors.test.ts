// docs/reference/errors.md documents exactly the existing error codes, with the sentences of the catalogue.
import { expect } from 'chai'
import { describeErrorCode, errorCodes } from '../../core/foundation/errors.js'
import { messageText } from '../../core/foundation/message-format.js'
import { errorStatuses } from '../../plugins/http/problem-reply.js'
import { readRepositoryFile } from '../support/repository.js'

interface CatalogueEntry {
  readonly title: string
  readonly meaning: string
  readonly next: string
}

const errorCatalogue: Readonly<Record<string, CatalogueEntry>> = Object.fromEntries(
  errorCodes.map((code) => {
    const { title, meaning, next } = describeErrorCode(code)
    return [code, { title: messageText(title), meaning: messageText(meaning), next: messageText(next) }]
  }),
)

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
  it('documents exactly the codes of the catalogue, with its sentences', () => {
    expect(errorProblems(readRepositoryFile('docs/reference/errors.md'), errorCatalogue)).to.deep.equal([])
  })

  it('states the HTTP status of each code', () => {
    const documented = [...sections(readRepositoryFile('docs/reference/errors.md'))].map(([code, text]) => [
      code,
      /^Status (\d+)\./.exec(text)?.[1],
    ])
    expect(Object.fromEntries(documented)).to.deep.equal(
      Object.fromEntries(Object.entries(errorStatuses).map(([code, status]) => [code, String(status)])),
    )
  })

  it('is reported with an extra code, a missing code, or different sentences', () => {
    const entry: CatalogueEntry = { title: 'A', meaning: 'It broke.', next: 'Mend it.' }
    const page = '# Errors\n\n## A\n\nStatus 500. It broke.\nMend it.\n'
    expect(errorProblems(page, { A: entry })).to.deep.equal([])
    expect(errorProblems(page, { A: entry, B: entry })).to.deep.equal(['B is not documented'])
    expect(errorProblems(page, {})).to.deep.equal(['A is documented and does not exist'])
    expect(errorProblems(page.replace('Mend', 'Read'), { A: entry })).to.have.length(1)
  })
})
