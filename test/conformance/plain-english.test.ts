// Wording: each area stays within its ceilings, and the top of README.md describes the service and its audience.
import { expect } from 'chai'
import { readRepositoryFile } from '../support/repository.js'
import { type Ceilings, ceilingProblems, ceilingsFile, lowered } from './ceilings.js'
import { allPlaces, countByArea, placesIn } from './wording.js'

const counts = (phrases: number, names = 0, sentences = 0) => ({ phrases, names, sentences })

describe('plain English', () => {
  it('has at most as many places to reword in each area as its ceiling, and each ceiling is close to the count', () => {
    const ceilings = JSON.parse(readRepositoryFile(ceilingsFile)) as Ceilings
    expect(ceilingProblems(ceilings, countByArea(allPlaces()))).to.deep.equal([])
  })

  it('reports an area above its ceiling, an area without a ceiling, and a ceiling far above the count', () => {
    const ceilings = { core: counts(5), docs: counts(40) }
    const counted = new Map([
      ['core', counts(6)],
      ['docs', counts(20)],
      ['bin', counts(0, 1)],
    ])
    expect(ceilingProblems(ceilings, counted)).to.deep.equal([
      'core: 6 phrases, ceiling 5. List them with npm run prose -- core',
      'docs: 20 phrases, ceiling 40. Lower it with npm run prose -- --renew',
      'bin: 1 names, ceiling 0. List them with npm run prose -- bin',
    ])
    expect(ceilingProblems({ core: counts(5) }, new Map([['core', counts(5)]]))).to.deep.equal([])
  })

  it('lowers ceilings and raises none', () => {
    const counted = new Map([
      ['core', counts(3, 9)],
      ['bin', counts(1)],
    ])
    expect(lowered({ core: counts(5, 2), docs: counts(4) }, counted)).to.deep.equal({ core: counts(3, 2) })
  })

  it('finds phrases in comments and sentences, private words in names, and long sentences in documents', () => {
    const source = "// Whoever asks is told so.\nexport const heldOrder = 'It stands where it was'\nconst told = 'is told'\n"
    expect(placesIn('core/order.ts', source).map(({ kind, text }) => `${kind} ${text}`)).to.deep.equal([
      'phrases // Whoever asks is told so.',
      'phrases // Whoever asks is told so.',
      'phrases It stands where it was',
      'names heldOrder',
    ])
    expect(placesIn('docs/a.md', 'The cart `tells` nothing.\n```ts\n// Whoever\n```\n')).to.deep.equal([])
    expect(placesIn('docs/a.md', `${'word '.repeat(29)}.`).map(({ kind }) => kind)).to.deep.equal(['sentences'])
  })
})

describe('README.md', () => {
  const page = readRepositoryFile('README.md')
  const first = page.split('\n').slice(0, 40).join('\n')

  it('names the product, the audience and both commands on its first screen', () => {
    expect(page.split('\n')[0]).to.equal('# Product Configurator Service')
    expect(first).to.match(/^The Product Configurator Service lets customers configure a product\b/m)
    expect(first).to.match(/^It is for \w+/m)
    expect(first).to.include('npm ci && npm start').and.to.include('npm ci && npm test')
  })

  it('has at most 120 lines', () => {
    expect(page.trimEnd().split('\n')).to.have.length.at.most(120)
  })
})

describe('CHANGELOG.md', () => {
  it('describes each release in at most 60 lines', () => {
    const releases = readRepositoryFile('CHANGELOG.md')
      .split(/^## /m)
      .filter((section) => /^\d/.test(section))
    expect(releases).to.have.length.at.least(1)
    for (const release of releases) expect(release.trimEnd().split('\n'), release.slice(0, 20)).to.have.length.at.most(60)
  })
})
