// docs/contributing/glossary.md defines each term once and names files and folders that exist.
import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'

const rows = [
  ...readRepositoryFile('docs/contributing/glossary.md').matchAll(/^\| (?!term \|)([a-z][^|]*) \| ([^|]+) \| ([^|]+) \|$/gm),
].map(([, term, meaning, location]) => ({ term: term!, meaning: meaning!, where: location! }))

describe('docs/contributing/glossary.md', () => {
  it('defines at least 60 terms, each once and in a full sentence', () => {
    expect(rows).to.have.length.at.least(60)
    expect(new Set(rows.map(({ term }) => term)).size).to.equal(rows.length)
    for (const { meaning } of rows) expect(meaning).to.match(/^[A-Z].+\.$/)
  })

  it('names files and folders that exist', () => {
    const places = rows.flatMap(({ where: location }) => [...location.matchAll(/`([^`]+)`/g)].map((match) => match[1]!))
    expect(places).to.have.length.at.least(rows.length)
    expect(places.filter((place) => !existsSync(`${repositoryRoot}/${place}`))).to.deep.equal([])
  })
})
