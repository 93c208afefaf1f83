// The table of contribution points: whatever it lists is judged, refused twice and looked up, without being named anywhere else.
import { expect } from 'chai'
import { collectRegistryParts } from '../../../core/boot/build-registry.js'
import type { CheckInput } from '../../../core/boot/boot-check.js'
import { checkClashes } from '../../../core/boot/checks/clashes.js'
import { collectContributions } from '../../../core/boot/collect.js'
import { findShapeFaults } from '../../../core/boot/plugin-shape.js'
import type { Composition } from '../../../core/contract.js'
import { toClashId } from '../../../core/contribution/define.js'
import { listPointNames, pointNames, points } from '../../../core/contribution/points.js'
import { standalone } from '../../../hosts/standalone/index.js'

/** What no compiler here has seen: two plugins that bring the same. */
function twins(contributes: object): Composition {
  const plugins = ['first', 'second'].map((name) => ({ name, core: '*', contributes }))
  return { languages: ['en-GB'], host: standalone(), plugins }
}

describe('a contribution point', () => {
  for (const name of pointNames) {
    it(`'${name}' is judged by its shape`, () => {
      const sentences = findShapeFaults(twins({ [name]: 'nothing' })).map(({ message }) => message)
      expect(sentences[0]).to.match(new RegExp(`^'${name}' of 'first' is no (list|object)\\.$`))
    })
  }

  for (const name of listPointNames) {
    it(`'${name}' has one owner of each name, and a shelf`, () => {
      const contributed = collectContributions(twins({ [name]: [{ name: 'twin', properties: {} }] }))
      const clashes = checkClashes({ contributed } as CheckInput).map(({ id, owner }) => ({ id, owner }))
      expect(clashes).to.deep.equal([{ id: toClashId(points[name].noun), owner: 'second' }])
      const { shelves } = collectRegistryParts(collectContributions(twins({})), 'standalone')
      expect(Object.keys(shelves).includes(name)).to.equal(name !== 'entities')
    })
  }
})
