// docs/explanation/promises.md names existing test files and scripts for each promise.
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'

const page = readRepositoryFile('docs/explanation/promises.md')
const sections = page
  .split(/^## /m)
  .slice(1)
  .filter((section) => section.startsWith('No '))
const specs = [...page.matchAll(/npx mocha --spec "?(dist\/[^\s"`]+)"?`/g)].map((match) => match[1]!)
const scripts = [...page.matchAll(/`npm run ([a-z:]+)/g)].map((match) => match[1]!)

function hasSource(spec: string): boolean {
  const source = spec.replace(/^dist\//, '').replace(/\.js$/, '.ts')
  const name = new RegExp(`^${source.split('/').at(-1)!.replaceAll('.', '\\.').replace('*', '.+')}$`)
  return readdirSync(`${repositoryRoot}/${dirname(source)}`).some((file) => name.test(file))
}

describe('docs/explanation/promises.md', () => {
  it('names a command for each promise', () => {
    expect(sections).to.have.length.at.least(5)
    for (const section of sections) expect(section).to.match(/^- `np/m)
  })

  it('names existing test files and scripts', () => {
    expect(specs).to.have.length.at.least(10)
    expect(specs.filter((spec) => !hasSource(spec))).to.deep.equal([])
    const packageJson = JSON.parse(readRepositoryFile('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
    expect(scripts.filter((name) => !(name in packageJson.scripts))).to.deep.equal([])
  })
})
