// docs/plugins.md is what the contract says today, and every contribution has a real use and a smallest one.
import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { contributions, membersOf, pluginReference } from '../../bin/plugin-reference.js'
import { example } from '../../customizations/example/index.js'
import { readRepositoryFile, root } from '../support/repository.js'

describe('docs/plugins.md', () => {
  it("is current: 'npm run generate' writes it anew", () => {
    expect(readRepositoryFile('docs/plugins.md')).to.equal(pluginReference(readRepositoryFile))
  })

  it('lists every member of the contributions, each used by the example and by a fixture of its own', () => {
    const members = membersOf(readRepositoryFile('core/contract.ts'), 'Contributions').map(({ name }) => name)
    expect(contributions.map(({ key }) => key)).to.have.members(members)
    expect(Object.keys(example().contributes ?? {})).to.have.members(members)
    for (const { key, fixture, example: file } of contributions) {
      const path = `test/fixtures/customizations/${fixture}.ts`
      expect(readRepositoryFile(path), path).to.include(`${key}:`)
      expect(existsSync(`${root}/customizations/example/${file}.ts`), file).to.equal(true)
    }
  })
})

describe('the reader of interfaces', () => {
  const source = [
    'export interface Thing extends Other {',
    '  /** Its name. */',
    '  readonly name: string',
    '  /**',
    '   * Runs. Over two',
    '   * lines.',
    '   */',
    '  run?(',
    '    what: string,',
    '  ): void',
    '  readonly map: {',
    '    readonly a: number',
    '  }',
    '}',
  ].join('\n')

  it('takes members with their comments, over several lines too', () => {
    expect(membersOf(source, 'Thing')).to.deep.equal([
      { name: 'name', optional: false, type: 'string', comment: 'Its name.' },
      { name: 'run', optional: true, type: '(what: string): void', comment: 'Runs. Over two lines.' },
      { name: 'map', optional: false, type: '{ readonly a: number }', comment: '' },
    ])
    expect(() => membersOf(source, 'Thin')).to.throw("'Thin'")
  })
})
