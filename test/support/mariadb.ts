// A private MariaDB server for one test run: own data folder, free port, gone afterwards.
import { execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.js'

export interface PrivateMariadb {
  /** The server without a database, e.g. `mysql://root:@127.0.0.1:40123`. */
  readonly server: string
  stop(): Promise<void>
}

/** What to tell people on whose machine the tests cannot run on MariaDB. */
export const notInstalled = 'MariaDB is not installed, so its tests were skipped (Debian: apt-get install mariadb-server).'

const run = promisify(execFile)

async function installed(): Promise<boolean> {
  try {
    await run('mariadbd', ['--version'])
    return true
  } catch {
    return false
  }
}

/** Where Linux keeps files in memory, and the bytes that must be free there and in the machine. */
const memory = { folder: '/dev/shm', bytes: 4 * 1024 ** 3 }

/** The folder in memory where it has room, else the one for temporary files. */
async function spacious(): Promise<string> {
  const free = await statfs(memory.folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return Math.min(free, freemem()) < memory.bytes ? tmpdir() : memory.folder
}

/**
 * Starts the server and waits until it answers; null where none is installed.
 * @param pool what it keeps of its tables in memory.
 * @param inMemory whether the data lies in memory where that has room: a table is made in a fifth of the time. Benches want the disk.
 * @param isDurable whether a COMMIT waits for the disk, as it does for merchants.
 */
export async function startMariadb({ inMemory = false, isDurable = false, pool = '64M' } = {}): Promise<PrivateMariadb | null> {
  if (!(await installed())) return null
  const folder = await mkdtemp(join(inMemory ? await spacious() : tmpdir(), 'svc-mariadb-'))
  // A server that starts deletes the temporary tables that it finds: of another one too, where both keep them in the same place.
  for (const name of ['data', 'tmp']) await mkdir(join(folder, name))
  const places = [`--datadir=${folder}/data`, `--tmpdir=${folder}/tmp`]
  const [common, port] = [['--no-defaults', `--user=${userInfo().username}`, ...places], await freePort()]
  await run('mariadb-install-db', [...common, '--auth-root-authentication-method=normal', '--skip-test-db'])
  const settings = [`--socket=${folder}/my.sock`, `--port=${port}`, '--bind-address=127.0.0.1', '--skip-networking=0']
  // Tests need the semantics of durable commits, not the disk's time for them.
  const speed = [
    `--innodb-flush-log-at-trx-commit=${isDurable ? 1 : 0}`,
    `--innodb-buffer-pool-size=${pool}`,
    '--skip-name-resolve',
  ]
  const server = spawn('mariadbd', [...common, ...settings, ...speed, `--pid-file=${folder}/my.pid`], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  process.once('exit', () => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt++) {
    try {
      await run('mariadb-admin', ['--no-defaults', `--socket=${folder}/my.sock`, '--user=root', 'ping'])
      return { server: `mysql://root:@127.0.0.1:${port}`, stop }
    } catch {
      await sleep(100)
    }
  }
  await stop()
  throw new Error('MariaDB was started for the tests, but did not answer within ten seconds.')
}
