// docs/overview.svg, the first thing that a reader sees, shows the surfaces and hosts that there are.
import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { readRepositoryFile, root } from '../support/repository.js'

/** What the drawing calls each surface. */
const surfaces: Readonly<Record<string, string>> = {
  cli: 'Command line',
  mcp: 'MCP',
  rest: 'REST',
  runtime: 'Runtime API',
  storefront: 'Storefront',
}
/** Plugins that carry surfaces or contribute to the registry. */
const others = ['demo', 'ecb', 'http', 'mail', 'payments', 'stock', 'testing', 'vies']

const foldersOf = (path: string): readonly string[] =>
  readdirSync(`${root}/${path}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

describe('docs/overview.svg', () => {
  const texts = [...readRepositoryFile('docs/overview.svg').matchAll(/<text [^>]*>([^<]+)<\/text>/g)].map((match) => match[1]!)

  it('shows every surface, and none that there is not yet', () => {
    const here = foldersOf('plugins').filter((name) => !others.includes(name))
    expect([...here].sort()).to.deep.equal(Object.keys(surfaces).sort())
    expect(texts).to.include.members([...Object.values(surfaces), 'In-process', 'stdio and HTTP'])
    expect(texts.filter((text) => /admin/i.test(text))).to.deep.equal([])
  })

  it('shows every host', () => {
    const named = texts.flatMap((text) => text.split(/[^\w]+/))
    expect(named).to.include.members([...foldersOf('hosts')])
  })
})
