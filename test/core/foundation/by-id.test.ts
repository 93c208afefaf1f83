// Records are found by their ids in lists that stay as they are.
import { expect } from 'chai'
import { findById } from '../../../core/foundation/find-by-id.js'

describe('byId', () => {
  const records = Object.freeze([
    { id: 3, name: 'three' },
    { id: 1, name: 'one' },
  ])

  it('finds a record of its list, and none of another one', () => {
    expect(findById(records, 1)).to.equal(records[1])
    expect(findById(records, 3)).to.equal(records[0])
    expect(findById([{ id: 2 }], 3)).to.equal(undefined)
  })

  it('finds nothing where there is no such id, or none is asked for', () => {
    for (const id of [2, null, undefined]) expect(findById(records, id)).to.equal(undefined)
    expect(findById([], 1)).to.equal(undefined)
  })
})
