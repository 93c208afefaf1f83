// A private MariaDB Galera cluster on this machine: nodes that are killed, paused and started again, each with a folder of its own.
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
/** Where the library lies. */
const providers = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so']

/** What to tell people on whose machine there is no Galera; null where all is there. */
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

/** Root hands the servers to the user that Debian makes for them, and to his group: rsync refuses to write as root what it receives. */
export const user = userInfo().uid === 0 ? 'mysql' : userInfo().username

async function own(folder: string): Promise<void> {
  if (user === 'mysql') await run('chown', ['-R', `${user}:`, folder])
}

/** Bytes of the disk that a node may have to itself: nothing that the whole test sells fills it. */
const diskSize = 2 * 1_024 ** 3
/** Bytes of it that are left before it is filled up: what fills it lies in memory. */
const narrow = 16 * 1_024 ** 2

/** Gives a folder a small disk of its own. False where that is not allowed here. */
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
    /** True where it has a disk of its own, which can be full. */
    readonly hasDisk: boolean,
  ) {}

  /** Takes all that is left of its disk. */
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
   * @param first it begins the cluster
   * @param position how far its disk has come, where its own note of that is lost
   */
  start(first = false, position: string | null = null): void {
    const { sql, group, increments, transfer } = this.ports
    // Silence is noticed in seconds: nobody wants to watch a test wait. How long nodes may take to agree stays as it is: on processors
    // with much to do all of them may take seconds for it, and who gives up at once finds nobody to agree with again.
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
      // What was committed is handed to the system: it is there still where every node is killed at once.
      ...['--innodb-flush-log-at-trx-commit=2', `--log-error=${this.folder}/error.log`, `--pid-file=${this.folder}/my.pid`],
    ]
    const begun = position === null ? [] : [`--wsrep-start-position=${position}`]
    this.child = spawn('mariadbd', [...settings, ...cluster, ...begun], { stdio: 'ignore' })
  }

  /** What it says of its cluster; nothing while it does not listen. */
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

  /** How many nodes it sees in the cluster with itself; 0 while it may not answer. */
  private async seen(): Promise<number> {
    const status = await this.status()
    const answers = status.get('wsrep_local_state_comment') === 'Synced' && status.get('wsrep_cluster_status') === 'Primary'
    return answers ? Number(status.get('wsrep_cluster_size')) : 0
  }

  /** True where it runs without a majority: it answers nobody. */
  async standsAlone(): Promise<boolean> {
    return (await this.status()).get('wsrep_cluster_status') === 'non-Primary'
  }

  /** Until it takes part in a cluster, of however many nodes. */
  answering(): Promise<void> {
    return this.until((seen) => seen > 0)
  }

  /** True while it runs and takes part in its cluster. */
  async takesPart(): Promise<boolean> {
    return (await this.seen()) > 0
  }

  /** What it says of itself and its cluster in one line. */
  async tell(): Promise<string> {
    const status = await this.status()
    const said = ['local_state_comment', 'cluster_status', 'cluster_size'].map((key) => status.get(`wsrep_${key}`) ?? '-')
    return `${this.name}: ${status.size === 0 ? 'no answer' : said.join(', ')}`
  }

  /** Until it answers in a cluster of so many nodes. Throws with the end of its log where that takes longer than a minute. */
  synced(size: number): Promise<void> {
    return this.until((seen) => seen === size)
  }

  private async until(holds: (seen: number) => boolean): Promise<void> {
    const deadline = performance.now() + 60_000
    while (!holds(await this.seen())) {
      const { exitCode = 0, signalCode = null } = this.child ?? {}
      if (exitCode !== null || signalCode !== null || performance.now() > deadline)
        throw new Error(`${this.name} is not in its cluster. ${this.log()}`)
      await sleep(100)
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal)
  }

  /** Tells it to end, and waits until it has. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { child } = this
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill(signal)
    await ended
  }

  /** When it gave its data to others, or took theirs, and what it was then. */
  transfers(): string {
    const lines = readFileSync(`${this.folder}/error.log`, 'utf8').split('\n')
    return lines.filter((line) => /\b(IST|SST)\b|Shifting|State transfer required|donor/i.test(line)).join('\n')
  }

  /** The end of it, without the callers who left. */
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
  /** The nodes as one database URL, beginning with the one of that place. */
  url(database: string, first?: number): string
  /** Until all nodes see each other, and still do a moment later: one more may fail then. */
  whole(): Promise<void>
  stop(): Promise<void>
}

/** Starts a cluster of so many nodes, all of them synced, with an empty database of that name. */
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
    // One that starts deletes the temporary tables that it finds, those of another one too.
    mkdirSync(`${data}-tmp`)
    await own(`${data}-tmp`)
    // The last one alone: that a disk is full is nobody else's affair.
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
    // Whom the proxy asks as.
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
