// The service container: tokens are bound once, replaced on purpose and not shared between containers.
import { expect } from 'chai'
import { Container } from '../../../core/boot/container.js'
import { BootError, describeFault } from '../../../core/foundation/errors.js'
import { defineToken, type Disposable, inject, injectable } from '../../../core/foundation/injection.js'

const clock = defineToken<{ readonly time: number }>('clock')
const shop = defineToken<{ readonly name: string }>('shop')

const door = defineToken<{ readonly isOpen: boolean }>('door')
const lamp = defineToken<object>('lamp')
const bulb = defineToken<object>('bulb')

@injectable()
class Shop {
  readonly name: string

  constructor(@inject(clock) { time }: { readonly time: number }) {
    this.name = `open at ${time}`
  }
}

describe('Container', () => {
  it('creates a service once, at the first access', () => {
    const container = new Container()
    let creationCount = 0
    container.bind(clock, 'core', { useFactory: () => ({ time: ++creationCount }) })
    expect(creationCount).to.equal(0)
    expect(container.get(clock)).to.equal(container.get(clock))
    expect(creationCount).to.equal(1)
  })

  it('passes factories the services that others have bound', () => {
    const container = new Container()
    container.bind(shop, 'core', { useFactory: (bound) => ({ name: `open at ${bound.get(clock).time}` }) })
    container.bind(clock, 'core', { useFactory: () => ({ time: 8 }) })
    expect(container.get(shop).name).to.equal('open at 8')
  })

  it('rejects a second binding of a token and names both owners', () => {
    const container = new Container()
    container.bind(clock, 'core', { useFactory: () => ({ time: 1 }) })
    container.bind(clock, 'sundial', { useFactory: () => ({ time: 2 }) })
    expect(container.faults().map((fault) => describeFault(fault))).to.deep.equal([
      "[token-clash] sundial: Both 'core' and 'sundial' bind the service 'clock'. Bind it once, or use replace().",
    ])
    expect(() => container.get(clock)).to.throw(BootError)
  })

  it('replaces a bound service and records the new owner, and rejects a replacement without a binding', () => {
    const container = new Container()
    container.bind(clock, 'core', { useFactory: () => ({ time: 1 }) })
    container.replace(clock, 'sundial', { useFactory: () => ({ time: 2 }) })
    expect([...container.owners()]).to.deep.equal([['clock', 'sundial']])
    container.replace(shop, 'sundial', { useFactory: () => ({ name: 'x' }) })
    expect(container.faults().map(({ id }) => id)).to.deep.equal(['token-unbound'])
  })

  it('rejects changes after the first access', () => {
    const container = new Container()
    container.bind(clock, 'core', { useFactory: () => ({ time: 1 }) })
    expect(container.get(clock).time).to.equal(1)
    expect(() => container.replace(clock, 'late', { useFactory: () => ({ time: 2 }) })).to.throw('too late')
  })

  it('shares no services with another container in the same process', () => {
    const [first, second] = [new Container(), new Container()]
    first.bind(clock, 'core', { useFactory: () => ({ time: 1 }) })
    second.bind(clock, 'core', { useFactory: () => ({ time: 2 }) })
    expect([first.get(clock).time, second.get(clock).time]).to.deep.equal([1, 2])
  })

  it('creates a class with the services that its constructor names', () => {
    const container = new Container()
    container.bind(clock, 'core', { useFactory: () => ({ time: 8 }) })
    container.bind(shop, 'core', { useClass: Shop })
    expect(container.get(shop).name).to.equal('open at 8')
    expect(container.get(shop)).to.equal(container.get(shop))
  })

  it('injects a service that is provided after other services were created', () => {
    const container = new Container()
    container.bind(shop, 'core', { useClass: Shop })
    container.bind(door, 'core', { useFactory: () => ({ isOpen: true }) })
    expect(container.get(door).isOpen).to.equal(true)
    container.provide(clock, 'core', { time: 9 })
    expect(container.get(shop).name).to.equal('open at 9')
    expect(() => container.provide(clock, 'core', { time: 10 })).to.throw("'clock' is provided twice")
  })

  it('disposes only the created services and waits for them', async () => {
    const ended: string[] = []
    class Lamp implements Disposable {
      async dispose(): Promise<void> {
        await Promise.resolve()
        ended.push(this.constructor.name)
      }
    }
    class Bulb extends Lamp {}
    const container = new Container()
    container.bind(lamp, 'core', { useClass: Lamp })
    container.bind(bulb, 'core', { useClass: Bulb })
    container.get(lamp)
    await container.dispose()
    expect(ended).to.deep.equal(['Lamp'])
  })
})

describe('inject', () => {
  it('registers nothing when a class is declared', () => {
    expect(() => new Container().get(shop)).to.throw("The service 'shop' has no binding.")
  })
})
