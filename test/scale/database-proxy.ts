// HAProxy in front of the cluster nodes, with the shipped configuration. The test kills it and starts it again on the same port.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listens, replaced } from '../deploy/proxy.js'
import { findFreePort } from '../support/free-port.js'
import { readRepositoryFile } from '../support/repository.js'

/** The nodes in the order of the configuration file. */
const shipped = [1, 2, 3].map((place) => `10.0.0.${place}:3306`)

export class DatabaseProxy {
  private child: ChildProcess | null = null
  private said = ''

  private constructor(
    readonly port: number,
    private readonly folder: string,
  ) {}

  /** @param nodes the ports of the three nodes */
  static async start(nodes: readonly number[]): Promise<DatabaseProxy> {
    const folder = mkdtempSync(join(tmpdir(), 'svc-database-proxy-'))
    const proxy = new DatabaseProxy(await findFreePort(), folder)
    const places = shipped.map((place, index): readonly [string, string] => [place, `127.0.0.1:${nodes[index]}`])
    const own = [
      ['bind 127.0.0.1:3306', `bind 127.0.0.1:${proxy.port}`] as const,
      ['/run/haproxy/', `${folder}/`] as const,
      ...places,
    ]
    writeFileSync(join(folder, 'haproxy.cfg'), replaced(readRepositoryFile('deploy/haproxy-galera.cfg'), own))
    await proxy.start()
    return proxy
  }

  /** Resolves after HAProxy listens on its port. Throws with its output if it does not. */
  async start(): Promise<void> {
    const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
    const words = ['-db', '-f', join(this.folder, 'haproxy.cfg')]
    const child = spawn('haproxy', words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (this.said = (this.said + String(data)).slice(-20_000)))
    this.child = child
    for (let turn = 0; !(await listens(this.port)); turn++) {
      if (turn > 200 || child.exitCode !== null) throw new Error(`HAProxy does not listen: ${this.said}`)
      await sleep(25)
    }
  }

  /** The admin socket that changes the state of a node. */
  get socket(): string {
    return join(this.folder, 'admin.sock')
  }

  /** The log lines about nodes that went up or down. */
  turns(): string {
    return this.said
      .split('\n')
      .filter((line) => line.includes(' is '))
      .join('\n')
  }

  async kill(): Promise<void> {
    const { child } = this
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const over = once(child, 'exit')
    child.kill('SIGKILL')
    await over
  }

  async stop(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
