// docs/reference/plugins.md matches the plugin contract, and every contribution point has an example and a minimal fixture.
import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { parseMembers, createPluginReference } from '../../bin/plugin-reference.js'
import { pointNames, points } from '../../core/contribution/points.js'
import { example } from '../../customizations/example/index.js'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'

describe('docs/reference/plugins.md', () => {
  it('is current: npm run generate writes the same page', () => {
    expect(readRepositoryFile('docs/reference/plugins.md')).to.equal(createPluginReference(readRepositoryFile))
  })

  it('lists every contribution point, each used by the example customization and by its own fixture', () => {
    expect(Object.keys(example().contributes ?? {})).to.have.members(pointNames)
    for (const name of pointNames) {
      const { fixture, example: file } = points[name].page
      const path = `test/fixtures/customizations/${fixture}.ts`
      expect(readRepositoryFile(path), path).to.include(`${name}:`)
      expect(existsSync(`${repositoryRoot}/customizations/example/${file}.ts`), file).to.equal(true)
    }
  })
})

describe('reader of interfaces', () => {
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

  it('returns members with their comments, also across several lines', () => {
    expect(parseMembers(source, 'Thing')).to.deep.equal([
      { name: 'name', optional: false, type: 'string', comment: 'Its name.' },
      { name: 'run', optional: true, type: '(what: string): void', comment: 'Runs. Over two lines.' },
      { name: 'map', optional: false, type: '{ readonly a: number }', comment: '' },
    ])
    expect(() => parseMembers(source, 'Thin')).to.throw("'Thin'")
  })
})
