// Lookup of records by id in immutable lists.
import { expect } from 'chai'
import { findById } from '../../../core/storage/record/snapshot.js'

describe('findById', () => {
  const records = Object.freeze([
    { id: 3, name: 'three' },
    { id: 1, name: 'one' },
  ])

  it('returns the record of its own list only', () => {
    expect(findById(records, 1)).to.equal(records[1])
    expect(findById(records, 3)).to.equal(records[0])
    expect(findById([{ id: 2 }], 3)).to.equal(undefined)
  })

  it('returns undefined for an unknown, null or undefined id', () => {
    for (const id of [2, null, undefined]) expect(findById(records, id)).to.equal(undefined)
    expect(findById([], 1)).to.equal(undefined)
  })
})
