// docs/reference/events.md lists exactly the declared events, with payload and description.
import { expect } from 'chai'
import { events } from '../../core/foundation/events.js'
import { readRepositoryFile } from '../support/repository.js'

describe('docs/reference/events.md', () => {
  const rows = [...readRepositoryFile('docs/reference/events.md').matchAll(/^\| `(on\w+)` \| (.+?) \| (.+?) \|$/gm)]

  it('lists the declared events in order', () => {
    expect(rows.map(([, name]) => name)).to.deep.equal(Object.keys(events))
  })

  for (const [name, { when, payload }] of Object.entries(events)) {
    it(`documents ${name} with its declared description and payload`, () => {
      const [, , fields, sentence] = rows.find(([, eventName]) => eventName === name)!
      expect(sentence).to.equal(when)
      expect(fields).to.equal(
        Object.entries(payload)
          .map(([field, type]) => `\`${field}\`: ${type}`)
          .join(', '),
      )
    })
  }
})
