// The container: bind once, replace on purpose, share nothing.
import { expect } from 'chai'
import { Container, defineToken } from '../../../core/boot/container.js'
import { BootError } from '../../../core/foundation/fault.js'

const clock = defineToken<{ readonly time: number }>('clock')
const shop = defineToken<{ readonly name: string }>('shop')

describe('the container', () => {
  it('makes what a token stands for once, when it is first asked for', () => {
    const container = new Container()
    let made = 0
    container.bind(clock, 'core', () => ({ time: ++made }))
    expect(made).to.equal(0)
    expect(container.get(clock)).to.equal(container.get(clock))
    expect(made).to.equal(1)
  })

  it('gives factories what others have bound', () => {
    const container = new Container()
    container.bind(shop, 'core', (bound) => ({ name: `open at ${bound.get(clock).time}` }))
    container.bind(clock, 'core', () => ({ time: 8 }))
    expect(container.get(shop).name).to.equal('open at 8')
  })

  it('refuses a second owner and names both', () => {
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

  it('replaces what is bound, remembers by whom, and refuses to replace what is not', () => {
    const container = new Container()
    container.bind(clock, 'core', () => ({ time: 1 }))
    container.replace(clock, 'sundial', () => ({ time: 2 }))
    expect([...container.owners()]).to.deep.equal([['clock', 'sundial']])
    container.replace(shop, 'sundial', () => ({ name: 'x' }))
    expect(container.faults().map(({ id }) => id)).to.deep.equal(['token-unbound'])
  })

  it('is closed once something was taken out of it', () => {
    const container = new Container()
    container.bind(clock, 'core', () => ({ time: 1 }))
    expect(container.get(clock).time).to.equal(1)
    expect(() => container.replace(clock, 'late', () => ({ time: 2 }))).to.throw('too late')
  })

  it('shares nothing with another one in the same process', () => {
    const [first, second] = [new Container(), new Container()]
    first.bind(clock, 'core', () => ({ time: 1 }))
    second.bind(clock, 'core', () => ({ time: 2 }))
    expect([first.get(clock).time, second.get(clock).time]).to.deep.equal([1, 2])
  })
})
