// The committed files under generated/ are the projection of core and stock, standalone, in the two languages of the composition.
import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { generateTypeFiles } from '../../../core/model/schema/generated-types.js'
import { createCoreRegistry } from '../../support/core-registry.js'
import { readRepositoryFile, repositoryRoot } from '../../support/repository.js'

describe('generated/', () => {
  const files = generateTypeFiles(createCoreRegistry(), ['en-GB', 'de-DE'])

  it('holds what the registry projects; svc:types:generate writes it anew', () => {
    for (const [path, content] of files) expect(readRepositoryFile(`generated/${path}`) === content, path).to.equal(true)
  })

  it('holds nothing that the registry no longer projects', () => {
    const folders = new Set([...files.keys()].map((path) => path.slice(0, path.lastIndexOf('/'))))
    for (const folder of folders) {
      const found = readdirSync(`${repositoryRoot}/generated/${folder}`).map((name) => `${folder}/${name}`)
      expect([...files.keys()]).to.include.members(found)
    }
  })
})
