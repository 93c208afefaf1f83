// A private MariaDB Galera cluster on this machine. Its nodes can be killed, paused and restarted, each with its own data folder.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { findFreePort } from '../support/free-port.js'

const run = promisify(execFile)
/** The possible locations of the Galera library. */
const providers = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so']

/** The command that installs the missing packages; null if nothing is missing. */
export async function galeraLacks(): Promise<string | null> {
  const lacking: string[] = []
  const server = await run('mariadbd', ['--version']).catch(() => null)
  if (server === null) lacking.push('mariadb-server')
  if (!providers.some((path) => existsSync(path))) lacking.push('galera-4')
  for (const program of ['rsync', 'lsof']) {
    if ((await run('which', [program]).catch(() => null)) === null) lacking.push(program)
  }
  return lacking.length === 0 ? null : `apt-get install ${lacking.join(' ')}`
}

export const provider = (): string => providers.find((path) => existsSync(path)) ?? ''

/** As root, the servers run as the mysql user of Debian. rsync refuses to write received files as root. */
export const user = userInfo().uid === 0 ? 'mysql' : userInfo().username

async function own(folder: string): Promise<void> {
  if (user === 'mysql') await run('chown', ['-R', `${user}:`, folder])
}

/** The size in bytes of the disk of one node. The data of the whole test does not fill it. */
const diskSize = 2 * 1_024 ** 3
/** The free bytes on that disk before it is filled. The filler is stored in memory. */
const narrow = 16 * 1_024 ** 2

/** Mounts a small disk for a folder. Returns false if that is not allowed. */
async function mountDisk(folder: string): Promise<boolean> {
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'svc-scale', folder]).catch(() => null)
  return mounted !== null
}

interface Ports {
  readonly sql: number
  readonly group: number
  readonly increments: number
  readonly transfer: number
}

export class Node {
  private child: ChildProcess | null = null

  constructor(
    readonly name: string,
    readonly ports: Ports,
    readonly folder: string,
    private readonly group: () => string,
    /** True if the node has its own disk, which can be filled. */
    readonly hasDisk: boolean,
  ) {}

  /** Fills the disk of the node. */
  async fillDisk(): Promise<void> {
    const { bsize, blocks, bfree } = await statfs(this.folder)
    await this.resizeDisk((blocks - bfree) * bsize + narrow)
    const file = openSync(this.ballast, 'w')
    try {
      for (const size of [1_048_576, 4_096, 1]) {
        const piece = Buffer.alloc(size, 1)
        for (;;) writeSync(file, piece)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    } finally {
      closeSync(file)
    }
  }

  async clearDisk(): Promise<void> {
    rmSync(this.ballast, { force: true })
    await this.resizeDisk(diskSize)
  }

  private async resizeDisk(bytes: number): Promise<void> {
    await run('mount', ['-o', `remount,size=${bytes}`, this.folder])
  }

  private get ballast(): string {
    return join(this.folder, 'ballast')
  }

  /**
   * @param first true for the node that bootstraps the cluster
   * @param position the recovered position of its data, if its state file is lost
   */
  start(first = false, position: string | null = null): void {
    const { sql, group, increments, transfer } = this.ports
    // Detect dead nodes within seconds to keep the test short. The consensus timeout keeps its default: on a busy machine all nodes can
    // need seconds to agree, and a node that gives up early finds no partner.
    const times = 'evs.keepalive_period=PT0.5S;evs.inactive_check_period=PT0.25S;evs.suspect_timeout=PT2S'
    const places = `gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${increments}`
    const cluster = [
      '--wsrep-on=ON',
      `--wsrep-provider=${provider()}`,
      `--wsrep-cluster-address=gcomm://${first ? '' : this.group()}`,
      `--wsrep-provider-options=${places};gcache.size=64M;${times}`,
      `--wsrep-node-address=127.0.0.1:${group}`,
      `--wsrep-node-name=${this.name}`,
      `--wsrep-sst-method=rsync`,
      `--wsrep-sst-receive-address=127.0.0.1:${transfer}`,
      ...['--wsrep-slave-threads=2', '--binlog-format=ROW', '--innodb-autoinc-lock-mode=2'],
    ]
    const settings = [
      ...['--no-defaults', `--user=${user}`, `--datadir=${this.folder}`, `--socket=${this.folder}/my.sock`],
      ...[`--port=${sql}`, '--bind-address=127.0.0.1', '--skip-name-resolve', '--innodb-buffer-pool-size=64M'],
      ...['--innodb-log-file-size=32M', `--tmpdir=${this.folder}-tmp`],
      // Commits are written to the operating system, so they survive a simultaneous kill of all nodes.
      ...['--innodb-flush-log-at-trx-commit=2', `--log-error=${this.folder}/error.log`, `--pid-file=${this.folder}/my.pid`],
    ]
    const options = position === null ? [] : [`--wsrep-start-position=${position}`]
    this.child = spawn('mariadbd', [...settings, ...cluster, ...options], { stdio: 'ignore' })
  }

  /** The wsrep status variables; empty while the node does not listen. */
  private async status(): Promise<ReadonlyMap<string, string>> {
    const at = { host: '127.0.0.1', port: this.ports.sql, user: 'root', connectTimeout: 1_000 }
    const connection = await createConnection(at).catch(() => null)
    if (connection === null) return new Map()
    connection.on('error', () => undefined)
    try {
      const [rows] = await connection.query("SHOW STATUS LIKE 'wsrep_%'")
      return new Map((rows as readonly RowDataPacket[]).map((row) => [row['Variable_name'], String(row['Value'])]))
    } catch {
      return new Map()
    } finally {
      connection.destroy()
    }
  }

  /** The cluster size that the node sees, including itself; 0 while it rejects queries. */
  private async seen(): Promise<number> {
    const status = await this.status()
    const answers = status.get('wsrep_local_state_comment') === 'Synced' && status.get('wsrep_cluster_status') === 'Primary'
    return answers ? Number(status.get('wsrep_cluster_size')) : 0
  }

  /** True if the node runs without a majority and rejects all queries. */
  async standsAlone(): Promise<boolean> {
    return (await this.status()).get('wsrep_cluster_status') === 'non-Primary'
  }

  /** Waits until the node is part of a cluster of any size. */
  answering(): Promise<void> {
    return this.until((nodeCount) => nodeCount > 0)
  }

  /** True while the node runs and is part of its cluster. */
  async takesPart(): Promise<boolean> {
    return (await this.seen()) > 0
  }

  /** The state of the node and its cluster in one line. */
  async tell(): Promise<string> {
    const status = await this.status()
    const values = ['local_state_comment', 'cluster_status', 'cluster_size'].map((key) => status.get(`wsrep_${key}`) ?? '-')
    return `${this.name}: ${status.size === 0 ? 'no answer' : values.join(', ')}`
  }

  /** Waits until the node is synced in a cluster of this size. Throws with the end of its log after a minute. */
  synced(size: number): Promise<void> {
    return this.until((nodeCount) => nodeCount === size)
  }

  private async until(isReached: (seen: number) => boolean): Promise<void> {
    const deadline = performance.now() + 60_000
    while (!isReached(await this.seen())) {
      const { exitCode = 0, signalCode = null } = this.child ?? {}
      if (exitCode !== null || signalCode !== null || performance.now() > deadline)
        throw new Error(`${this.name} is not in its cluster. ${this.log()}`)
      await sleep(100)
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal)
  }

  /** Stops the node and waits for its exit. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { child } = this
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill(signal)
    await exited
  }

  /** The log lines about state transfers from and to other nodes. */
  transfers(): string {
    const lines = readFileSync(`${this.folder}/error.log`, 'utf8').split('\n')
    return lines.filter((line) => /\b(IST|SST)\b|Shifting|State transfer required|donor/i.test(line)).join('\n')
  }

  /** The end of the log, without aborted client connections. */
  log(): string {
    const path = `${this.folder}/error.log`
    if (!existsSync(path)) return 'It has logged nothing.'
    const lines = readFileSync(path, 'utf8').split('\n')
    return lines
      .filter((line) => !line.includes('Aborted connection'))
      .slice(-40)
      .join('\n')
  }
}

export interface Cluster {
  readonly nodes: readonly Node[]
  /** The nodes as one database URL that begins with the given node. */
  url(database: string, first?: number): string
  /** Waits until all nodes see each other twice within a second. One more node may fail then. */
  whole(): Promise<void>
  stop(): Promise<void>
}

/** Starts a cluster with this number of synced nodes and an empty database with this name. */
export async function startCluster(size: number, database: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-galera-'))
  const pattern = join(folder, 'pattern')
  await own(folder)
  const common = ['--no-defaults', `--user=${user}`, `--datadir=${pattern}`]
  await run('mariadb-install-db', [...common, '--auth-root-authentication-method=normal', '--skip-test-db'])
  const nodes: Node[] = []
  const group = (): string => nodes.map(({ ports }) => `127.0.0.1:${ports.group}`).join(',')
  const disks: string[] = []
  for (let place = 1; place <= size; place++) {
    const data = join(folder, `node${place}`)
    mkdirSync(data)
    // A starting node deletes all temporary tables in its folder, including those of other nodes.
    mkdirSync(`${data}-tmp`)
    await own(`${data}-tmp`)
    // Only the last node has a small disk, so that a full disk affects no other node.
    if (place === size && (await mountDisk(data))) disks.push(data)
    cpSync(pattern, data, { recursive: true })
    await own(data)
    const ports = {
      sql: await findFreePort(),
      group: await findFreePort(),
      increments: await findFreePort(),
      transfer: await findFreePort(),
    }
    nodes.push(new Node(`node${place}`, ports, data, group, disks.includes(data)))
  }
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
    for (const disk of disks) await run('umount', ['-l', disk])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', () => {
    for (const node of nodes) node.signal('SIGKILL')
    for (const disk of disks) spawnSync('umount', ['-l', disk], { stdio: 'ignore' })
  })
  try {
    for (const [place, node] of nodes.entries()) {
      node.start(place === 0)
      await node.synced(place + 1)
    }
    const connection = await createConnection({ host: '127.0.0.1', port: nodes[0]!.ports.sql, user: 'root' })
    // The user of the HAProxy health check.
    await connection.query("CREATE USER haproxy@'%'")
    await connection.query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`)
    await connection.end()
  } catch (error) {
    const logs = nodes.map((node) => `${node.name}: ${node.log()}`).join('\n')
    await stop()
    throw new Error(`The cluster did not come up.\n${logs}`, { cause: error })
  }
  return {
    nodes,
    url(name, first = 0) {
      const inTurn = [...nodes.slice(first), ...nodes.slice(0, first)]
      return `mysql://root:@${inTurn.map(({ ports }) => `127.0.0.1:${ports.sql}`).join(',')}/${name}`
    },
    async whole() {
      try {
        for (let look = 0; look < 2; look++) {
          await sleep(1_000)
          for (const node of nodes) await node.synced(size)
        }
      } catch (error) {
        const all: string[] = []
        for (const node of nodes) all.push(`${await node.tell()}\n${node.log()}`)
        throw new Error(`The cluster is not whole.\n${all.join('\n')}`, { cause: error })
      }
    },
    stop,
  }
}
