// The table of contribution points: shape checks, name clashes and registry lists are derived from it for every point.
import { expect } from 'chai'
import { collectRegistryParts, findShapeFaults } from '../../../core/boot/assemble.js'
import { type CheckInput, collectContributions } from '../../../core/boot/collect.js'
import { describeFault } from '../../../core/foundation/errors.js'
import { checkClashes } from '../../../core/boot/checks/names.js'
import type { Composition } from '../../../core/contract.js'
import { toClashId, listPointNames, pointNames, points } from '../../../core/contribution/points.js'
import { standalone } from '../../../hosts/standalone/index.js'

/** A composition in which two plugins contribute the same. */
function twins(contributes: object): Composition {
  const plugins = ['first', 'second'].map((name) => ({ name, core: '*', contributes }))
  return { languages: ['en-GB'], host: standalone(), plugins }
}

describe('contribution point', () => {
  for (const name of pointNames) {
    it(`'${name}' rejects a contribution of the wrong shape`, () => {
      const sentences = findShapeFaults(twins({ [name]: 'nothing' })).map(({ message }) => message)
      expect(sentences[0]).to.match(new RegExp(`^'${name}' of 'first' must be (a list|an object)\\.$`))
    })
  }

  for (const name of listPointNames) {
    it(`'${name}' rejects two contributions with one name, and has a registry list unless it is entities`, () => {
      const contributed = collectContributions(twins({ [name]: [{ name: 'twin', properties: {} }] }))
      const faults = checkClashes({ contributed } as CheckInput)
      const clashes = faults.map(({ id, owner }) => ({ id, owner }))
      expect(faults.map((fault) => describeFault(fault)).join('\n')).to.include(`${points[name].noun} 'twin'`)
      expect(clashes).to.deep.equal([{ id: toClashId(points[name].noun), owner: 'second' }])
      const { contributions } = collectRegistryParts(collectContributions(twins({})), 'standalone')
      expect(Object.keys(contributions).includes(name)).to.equal(name !== 'entities')
    })
  }
})
