// The URL of a database server with one host or several.
import { expect } from 'chai'
import { parseServerAddress } from '../../../../../core/storage/database/mysql/server-hosts.js'

describe('The address of a database server', () => {
  it('contains a host, a port, a user and a database', () => {
    expect(parseServerAddress('mysql://svc:s%40cret%2F@db:3307/my%20shop')).to.deep.equal({
      hosts: [{ host: 'db', port: 3307 }],
      username: 'svc',
      password: 's@cret/',
      database: 'my shop',
    })
  })

  it('lists several hosts in the given order, with the default port if none is given', () => {
    const { hosts } = parseServerAddress('mysql://svc@db1:3306,db2,[2001:db8::7]:3310/shop')
    expect(hosts).to.deep.equal([
      { host: 'db1', port: 3306 },
      { host: 'db2', port: 3306 },
      { host: '2001:db8::7', port: 3310 },
    ])
  })

  for (const url of [
    'mysql://',
    'mysql://db',
    'mysql://db/',
    'mysql:///shop',
    'mysql://svc:canary@/shop',
    'mysql://svc:canary@db1,,db2/shop',
    'mysql://svc:canary@db1,db2:99999/shop',
    'mysql://svc:canary@db1,db2 x/shop',
    `mysql://${'a,'.repeat(50_000)}/`,
  ]) {
    it(`rejects ${url.slice(0, 50)} with the expected form and without the password`, () => {
      expect(() => parseServerAddress(url))
        .to.throw(/cannot be read\. Use mysql:\/\/user:password@host:port\/name, with further hosts after a comma/)
        .which.satisfies((error: Error) => !error.message.includes('canary'))
    })
  }
})
