// Client networks: the unit of rate limits, and the body bytes that one network may have in progress.
import { expect } from 'chai'
import { createBodyBudget } from '../../../plugins/http/body/body-reader.js'
import { toNetwork } from '../../../plugins/http/rate-limit.js'
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
  it('is the address itself for IPv4, also in IPv6 notation', () => {
    expect(toNetwork('192.0.2.7')).to.equal('192.0.2.7')
    expect(toNetwork('::ffff:192.0.2.7')).to.equal('192.0.2.7')
  })

  it('is the /64 of an IPv6 address in any notation', () => {
    const addresses = ['2001:db8:0:7::1', '2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', '2001:db8:0:7:1:2:192.0.2.1']
    for (const address of addresses) expect(toNetwork(address), address).to.equal('2001:db8:0:7::/64')
    expect(toNetwork('::1')).to.equal('0:0:0:0::/64')
    expect(toNetwork('1::')).to.equal('1:0:0:0::/64')
    expect(toNetwork('fe80::1%eth0')).to.equal('fe80:0:0:0::/64')
  })

  it('is at most 64 characters long for any other text', () => {
    expect(toNetwork('x'.repeat(100_000))).to.have.length(64)
  })
})

describe('the memory for bodies', () => {
  it('is limited to half for one network and to the whole for all, until it is freed', () => {
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
