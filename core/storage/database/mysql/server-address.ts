// Parses a MySQL database URL: one or more hosts, a user, a database.
import { ServiceError } from '../../../foundation/errors.js'

export interface ServerHost {
  readonly host: string
  readonly port: number
}

export interface ServerAddress {
  /** In connection order. */
  readonly hosts: readonly [ServerHost, ...ServerHost[]]
  readonly username: string
  readonly password: string
  readonly database: string
}

const expectedForm =
  'mysql://user:password@host:port/name, with further hosts after a comma: mysql://user:password@db1:3306,db2:3306/name'
const defaultPort = 3306

/** Parses `host` or `host:port`; null if invalid. */
function parseHost(text: string): ServerHost | null {
  const address = text === '' ? null : `mysql://${text}/`
  if (address === null || !URL.canParse(address)) return null
  const { hostname, port, username, pathname } = new URL(address)
  if (hostname === '' || username !== '' || pathname !== '/') return null
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) }
}

/** Parses `mysql://user:password@host:port[,host:port]/name`. Throws NOT_READY with the expected form; the message has no password. */
export function parseServerAddress(url: string): ServerAddress {
  const [, credentials = '', hostList = '', rest = ''] = /^mysql:\/\/(?:([^/]*)@)?([^/@]+)\/([^/]+)$/.exec(url) ?? []
  const [first = null, ...otherHosts] = hostList.split(',').map(parseHost)
  const further = otherHosts.filter((host) => host !== null)
  const whole = `mysql://${credentials === '' ? '' : `${credentials}@`}host/${rest}`
  if (first === null || further.length < otherHosts.length || rest === '' || !URL.canParse(whole)) {
    throw new ServiceError('NOT_READY', `The database URL cannot be read. Use ${expectedForm}.`)
  }
  const { username, password, pathname } = new URL(whole)
  return {
    hosts: [first, ...further],
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  }
}
