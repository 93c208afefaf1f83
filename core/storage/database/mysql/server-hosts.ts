// The hosts of a MySQL database: parses them from the database URL, and selects one for new connections.
import { ServiceError } from '../../../foundation/errors.js'
import { createMessage } from '../../../foundation/message.js'
import { isPoolTimeout, isServerUnreachable } from './server-errors.js'

export interface ServerHost {
  readonly host: string
  readonly port: number
}

/** The parts of a MySQL database URL. */
export interface ServerAddress {
  /** In connection order. */
  readonly hosts: readonly [ServerHost, ...ServerHost[]]
  readonly username: string
  readonly password: string
  readonly database: string
}

/** The forms of a database URL with one host and with several. */
const urlForms = {
  form: 'mysql://user:password@host:port/name',
  several: 'mysql://user:password@db1:3306,db2:3306/name',
}

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
    throw new ServiceError('NOT_READY', createMessage('boot.databaseUrlUnreadable', urlForms))
  }
  const { username, password, pathname } = new URL(whole)
  return {
    hosts: [first, ...further],
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  }
}

/** Chooses the host for new connections: the last host that answered, or after a failure the next one that answers. */
export class HostSelector {
  private current = 0
  /** True until a host has answered, and again after a failed connection attempt. */
  private isAway = true
  /** Counts opened connections. A failed attempt that began before the newest connection is outdated and is repeated. */
  private opened = 0
  private attempt: Promise<void> | null = null

  /** @param probe opens and closes a connection to a host. Throws the error of the host. */
  constructor(
    private readonly hosts: ServerAddress['hosts'],
    private readonly probe: (host: ServerHost) => Promise<void>,
  ) {}

  get host(): ServerHost {
    return this.hosts[this.current]!
  }

  reportConnection(): void {
    this.opened++
    this.isAway = false
  }

  /**
   * After a failure, looks for a host that answers. Concurrent callers share this attempt, so a returning server does not receive
   * hundreds of connections. Throws the error of the last host.
   */
  async requireReachable(): Promise<void> {
    if (this.isAway) await (this.attempt ??= this.findHost().finally(() => (this.attempt = null)))
  }

  /** Takes a connection from the pool with `acquire`, which may open one to `host`. */
  async connect<T>(acquire: () => Promise<T>): Promise<T> {
    for (;;) {
      await this.requireReachable()
      const { opened } = this
      try {
        return await acquire()
      } catch (error) {
        const isOutdated = this.opened > opened && !isPoolTimeout(error)
        if (isServerUnreachable(error) && isOutdated) continue
        if (isServerUnreachable(error)) this.reportFailure(error)
        throw error
      }
    }
  }

  private reportFailure(error: unknown): void {
    if (!this.isAway && !isPoolTimeout(error)) this.current = (this.current + 1) % this.hosts.length
    this.isAway = true
  }

  private async findHost(): Promise<void> {
    const { hosts, current } = this
    let failure: unknown
    for (let step = 0; step < hosts.length; step++) {
      const turn = (current + step) % hosts.length
      try {
        await this.probe(hosts[turn]!)
        this.current = turn
        return this.reportConnection()
      } catch (error) {
        failure = error
        if (!isServerUnreachable(error)) break
      }
    }
    throw failure
  }
}
