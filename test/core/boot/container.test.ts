// The service container: tokens are bound once, replaced on purpose and not shared between containers.
import { expect } from 'chai'
import { Container, defineToken } from '../../../core/boot/container.js'
import { BootError } from '../../../core/foundation/fault.js'

const clock = defineToken<{ readonly time: number }>('clock')
const shop = defineToken<{ readonly name: string }>('shop')

describe('Container', () => {
  it('creates a service once, at the first access', () => {
    const container = new Container()
    let creationCount = 0
    container.bind(clock, 'core', () => ({ time: ++creationCount }))
    expect(creationCount).to.equal(0)
    expect(container.get(clock)).to.equal(container.get(clock))
    expect(creationCount).to.equal(1)
  })

  it('passes factories the services that others have bound', () => {
    const container = new Container()
    container.bind(shop, 'core', (bound) => ({ name: `open at ${bound.get(clock).time}` }))
    container.bind(clock, 'core', () => ({ time: 8 }))
    expect(container.get(shop).name).to.equal('open at 8')
  })

  it('rejects a second binding of a token and names both owners', () => {
    const container = new Container()
    container.bind(clock, 'core', () => ({ time: 1 }))
    container.bind(clock, 'sundial', () => ({ time: 2 }))
    expect(container.faults()).to.deep.equal([
      {
        id: 'token-clash',
        owner: 'sundial',
        message: "The service 'clock' is bound by 'core' and by 'sundial'.",
        hint: 'Bind it once, or replace it on purpose.',
      },
    ])
    expect(() => container.get(clock)).to.throw(BootError)
  })

  it('replaces a bound service and records the new owner, and rejects a replacement without a binding', () => {
    const container = new Container()
    container.bind(clock, 'core', () => ({ time: 1 }))
    container.replace(clock, 'sundial', () => ({ time: 2 }))
    expect([...container.owners()]).to.deep.equal([['clock', 'sundial']])
    container.replace(shop, 'sundial', () => ({ name: 'x' }))
    expect(container.faults().map(({ id }) => id)).to.deep.equal(['token-unbound'])
  })

  it('rejects changes after the first access', () => {
    const container = new Container()
    container.bind(clock, 'core', () => ({ time: 1 }))
    expect(container.get(clock).time).to.equal(1)
    expect(() => container.replace(clock, 'late', () => ({ time: 2 }))).to.throw('too late')
  })

  it('shares no services with another container in the same process', () => {
    const [first, second] = [new Container(), new Container()]
    first.bind(clock, 'core', () => ({ time: 1 }))
    second.bind(clock, 'core', () => ({ time: 2 }))
    expect([first.get(clock).time, second.get(clock).time]).to.deep.equal([1, 2])
  })
})
