// docs/reference/events.md lists exactly the declared events, with payload and description.
import { expect } from 'chai'
import { eventNames } from '../../core/foundation/events.js'
import { readRepositoryFile } from '../support/repository.js'

describe('docs/reference/events.md', () => {
  const declared = readRepositoryFile('core/foundation/events.ts')
  const rows = [...readRepositoryFile('docs/reference/events.md').matchAll(/^\| `(on\w+)` \| (.+?) \| (.+?) \|$/gm)]

  it('lists the declared events in order', () => {
    expect(rows.map(([, name]) => name)).to.deep.equal([...eventNames])
  })

  for (const name of eventNames) {
    it(`documents ${name} with its declared description and payload`, () => {
      const [, , payload = '', when = ''] = rows.find(([, eventName]) => eventName === name)!
      const [, sentence, fields = ''] = new RegExp(`/\\*\\* (.+?) \\*/\\s+${name}: \\{([^}]+)\\}`).exec(declared)!
      expect(when).to.equal(sentence)
      const keys = [...fields.matchAll(/readonly (\w+):/g)].map(([, key]) => `\`${key}\``)
      expect(payload).to.equal(keys.join(', '))
    })
  }
})
