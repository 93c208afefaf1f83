// Records are found by their ids in lists that stay as they are.
import { expect } from 'chai'
import { byId } from '../../../core/ground/by-id.js'

describe('byId', () => {
  const records = Object.freeze([
    { id: 3, name: 'three' },
    { id: 1, name: 'one' },
  ])

  it('finds a record of its list, and none of another one', () => {
    expect(byId(records, 1)).to.equal(records[1])
    expect(byId(records, 3)).to.equal(records[0])
    expect(byId([{ id: 2 }], 3)).to.equal(undefined)
  })

  it('finds nothing where there is no such id, or none is asked for', () => {
    for (const id of [2, null, undefined]) expect(byId(records, id)).to.equal(undefined)
    expect(byId([], 1)).to.equal(undefined)
  })
})
