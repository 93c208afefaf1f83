// Starts a private MariaDB server for one test run, with its own data folder and a free port.
import { execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from './free-port.js'

export interface PrivateMariadb {
  /** Server URL without a database, e.g. `mysql://root:@127.0.0.1:40123`. */
  readonly server: string
  stop(): Promise<void>
}

/** Message if MariaDB is missing. */
export const mariadbMissingMessage =
  'MariaDB is not installed, so its tests were skipped (Debian: apt-get install mariadb-server).'

const runProgram = promisify(execFile)

async function isInstalled(): Promise<boolean> {
  try {
    await runProgram('mariadbd', ['--version'])
    return true
  } catch {
    return false
  }
}

/** Linux's memory file system, and the bytes that must be free there and in RAM. */
const memoryFolder = { folder: '/dev/shm', bytes: 4 * 1024 ** 3 }

/** The memory folder if it has enough space, else the folder for temporary files. */
async function chooseDataFolder(): Promise<string> {
  const free = await statfs(memoryFolder.folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return Math.min(free, freemem()) < memoryFolder.bytes ? tmpdir() : memoryFolder.folder
}

/**
 * Starts the server and waits until it accepts connections. Returns null if MariaDB is not installed.
 * @param pool size of the InnoDB buffer pool
 * @param inMemory store data in memory if there is enough space: creating a table then takes a fifth of the time. Benches need the disk
 * @param isDurable COMMIT waits for the disk, as in production
 */
export async function startMariadb({ inMemory = false, isDurable = false, pool = '64M' } = {}): Promise<PrivateMariadb | null> {
  if (!(await isInstalled())) return null
  const folder = await mkdtemp(join(inMemory ? await chooseDataFolder() : tmpdir(), 'svc-mariadb-'))
  // Use a separate folder for temporary tables. A starting server deletes all files in it, including files of another server.
  for (const name of ['data', 'tmp']) await mkdir(join(folder, name))
  const places = [`--datadir=${folder}/data`, `--tmpdir=${folder}/tmp`]
  const [common, port] = [['--no-defaults', `--user=${userInfo().username}`, ...places], await findFreePort()]
  await runProgram('mariadb-install-db', [...common, '--auth-root-authentication-method=normal', '--skip-test-db'])
  const settings = [`--socket=${folder}/my.sock`, `--port=${port}`, '--bind-address=127.0.0.1', '--skip-networking=0']
  // Tests need the semantics of durable commits, but not the disk waits.
  const speed = [
    `--innodb-flush-log-at-trx-commit=${isDurable ? 1 : 0}`,
    `--innodb-buffer-pool-size=${pool}`,
    '--skip-name-resolve',
  ]
  const server = spawn('mariadbd', [...common, ...settings, ...speed, `--pid-file=${folder}/my.pid`], { stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  process.once('exit', () => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt++) {
    try {
      await runProgram('mariadb-admin', ['--no-defaults', `--socket=${folder}/my.sock`, '--user=root', 'ping'])
      return { server: `mysql://root:@127.0.0.1:${port}`, stop }
    } catch {
      await sleep(100)
    }
  }
  await stop()
  throw new Error('MariaDB was started for the tests, but did not answer within ten seconds.')
}
