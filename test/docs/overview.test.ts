// The images in README.md: the storefront photo, and docs/overview.svg with all existing interfaces and hosts.
import { readFileSync, readdirSync } from 'node:fs'
import { expect } from 'chai'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'

/** The name of each interface in the drawing. */
const surfaces: Readonly<Record<string, string>> = {
  admin: 'Admin',
  cli: 'Command line',
  mcp: 'MCP',
  rest: 'REST',
  runtime: 'Runtime API',
  storefront: 'Storefront',
}
/** Plugins that provide an interface or contribute to the registry. */
const others = [
  'advisor',
  'backup',
  'demo',
  'ecb',
  'http',
  'import-models',
  'mail',
  'packages',
  'payments',
  'print',
  'sheets',
  'statistics',
  'stock',
  'testing',
  'vat',
]

const foldersOf = (path: string): readonly string[] =>
  readdirSync(`${repositoryRoot}/${path}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

describe('README.md', () => {
  it('starts with a small screenshot of the storefront, taken by a command of the repository', () => {
    const [first] = [...readRepositoryFile('README.md').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path]) => path!)
    expect(first).to.equal('docs/storefront.jpg')
    const bytes = readFileSync(`${repositoryRoot}/${first}`)
    expect([...bytes.subarray(0, 3)]).to.deep.equal([0xff, 0xd8, 0xff])
    expect(bytes.length).to.be.within(20_000, 200_000)
    const { scripts } = JSON.parse(readRepositoryFile('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
    expect(scripts['pictures']).to.contain('documentation-pictures.js')
    expect(readRepositoryFile('test/browser/documentation-pictures.ts')).to.contain(`'${first}'`)
  })
})

describe('docs/images', () => {
  it('shows 7 screens of the shop and 4 of the admin in three languages, each on a desktop and on a phone', () => {
    const linked = [...readRepositoryFile('docs/images/README.md').matchAll(/\(([^)]+\.jpg)\)/g)].map(([, path]) => path!)
    expect(linked).to.have.length(2 * 3 * (7 + 4))
    const stored = readdirSync(`${repositoryRoot}/docs/images`).filter((name) => name.endsWith('.jpg'))
    expect(stored.toSorted()).to.deep.equal(linked.toSorted())
  })
})

describe('docs/overview.svg', () => {
  const texts = [...readRepositoryFile('docs/overview.svg').matchAll(/<text [^>]*>([^<]+)<\/text>/g)].map((match) => match[1]!)

  it('shows exactly the existing interfaces', () => {
    const here = foldersOf('plugins').filter((name) => !others.includes(name))
    expect([...here].sort()).to.deep.equal(Object.keys(surfaces).sort())
    expect(texts).to.include.members([...Object.values(surfaces), 'In-process', 'stdio and HTTP'])
  })

  it('shows every host', () => {
    const words = texts.flatMap((text) => text.split(/[^\w]+/))
    expect(words).to.include.members([...foldersOf('hosts')])
  })
})
