// docs/reference/events.md lists every event with its payload and its sentence, and no other.
import { expect } from 'chai'
import { eventNames } from '../../core/foundation/events.js'
import { readRepositoryFile } from '../support/repository.js'

describe('docs/reference/events.md', () => {
  const declared = readRepositoryFile('core/foundation/events.ts')
  const rows = [...readRepositoryFile('docs/reference/events.md').matchAll(/^\| `(on\w+)` \| (.+?) \| (.+?) \|$/gm)]

  it('lists the events that are declared, in their order', () => {
    expect(rows.map(([, name]) => name)).to.deep.equal([...eventNames])
  })

  for (const name of eventNames) {
    it(`says of ${name} what its declaration says`, () => {
      const [, , payload = '', when = ''] = rows.find(([, found]) => found === name)!
      const [, sentence, fields = ''] = new RegExp(`/\\*\\* (.+?) \\*/\\s+${name}: \\{([^}]+)\\}`).exec(declared)!
      expect(when).to.equal(sentence)
      const keys = [...fields.matchAll(/readonly (\w+):/g)].map(([, key]) => `\`${key}\``)
      expect(payload).to.equal(keys.join(', '))
    })
  }
})
