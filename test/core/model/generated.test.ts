// The committed files in generated/ match the registry of core and the stock plugin, standalone, in English and German.
import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { generateTypeFiles } from '../../../core/model/schema/generated-types.js'
import { createCoreRegistry } from '../../support/core-registry.js'
import { readRepositoryFile, repositoryRoot } from '../../support/repository.js'

describe('generated files', () => {
  const files = generateTypeFiles(createCoreRegistry(), ['en-GB', 'de-DE'])

  it('are up to date; run svc:types:generate if this test fails', () => {
    for (const [path, content] of files) expect(readRepositoryFile(`generated/${path}`) === content, path).to.equal(true)
  })

  it('contain no file that the registry no longer generates', () => {
    const folders = new Set([...files.keys()].map((path) => path.slice(0, path.lastIndexOf('/'))))
    for (const folder of folders) {
      const paths = readdirSync(`${repositoryRoot}/generated/${folder}`).map((name) => `${folder}/${name}`)
      expect([...files.keys()]).to.include.members(paths)
    }
  })
})
