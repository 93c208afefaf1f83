// Networks: what limits count by, and how many bytes of requests one of them may have on the way.
import { expect } from 'chai'
import { createBodyBudget } from '../../../plugins/http/body/body-budget.js'
import { toNetwork } from '../../../plugins/http/network.js'
import { HttpError } from '../../../plugins/http/problem-reply.js'

const refusalOf = (act: () => void): HttpError | null => {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}

describe('the network of an address', () => {
  it('is an IPv4 address itself, also where a socket of both families shows it', () => {
    expect(toNetwork('192.0.2.7')).to.equal('192.0.2.7')
    expect(toNetwork('::ffff:192.0.2.7')).to.equal('192.0.2.7')
  })

  it('is the /64 of an IPv6 address, however it is written', () => {
    const written = ['2001:db8:0:7::1', '2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', '2001:db8:0:7:1:2:192.0.2.1']
    for (const address of written) expect(toNetwork(address), address).to.equal('2001:db8:0:7::/64')
    expect(toNetwork('::1')).to.equal('0:0:0:0::/64')
    expect(toNetwork('1::')).to.equal('1:0:0:0::/64')
    expect(toNetwork('fe80::1%eth0')).to.equal('fe80:0:0:0::/64')
  })

  it('is short for whatever else a proxy hands on', () => {
    expect(toNetwork('x'.repeat(100_000))).to.have.length(64)
  })
})

describe('the room for bodies', () => {
  it('is refused beyond half of it to one network and beyond the whole to all, until it is given back', () => {
    const room = createBodyBudget(100)
    const first = room.openReservation('192.0.2.1')
    first.reserve(50)
    expect(refusalOf(() => room.openReservation('192.0.2.1').reserve(1))).to.include({ code: 'NOT_READY' })
    const second = room.openReservation('192.0.2.2')
    second.reserve(40)
    expect(refusalOf(() => room.openReservation('192.0.2.3').reserve(11))?.headers).to.have.property('retry-after')
    first.release()
    first.release()
    room.openReservation('192.0.2.1').reserve(50)
    expect(refusalOf(() => room.openReservation('192.0.2.3').reserve(11))?.code).to.equal('NOT_READY')
  })
})
