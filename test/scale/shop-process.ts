// One process of the scale test shop: `node dist/test/scale/shop-process.js <database> <port>`, until SIGTERM.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { boot } from '../../core/boot/boot.js'
import { resolveSettings } from '../../core/resolve-settings.js'
import { http } from '../../plugins/http/index.js'
import { mcp } from '../../plugins/mcp/index.js'
import { rest } from '../../plugins/rest/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { scaleComposition } from './shop.js'

/** All shoppers share one address, so the rate limits are disabled. */
const limits = { changes: 1e9, orders: 1e9, starts: 1e9 }

/** The program of this build. */
export const shopProgram = fileURLToPath(import.meta.url)

export class ShopProcess {
  private child: ReturnType<typeof spawn> | null = null
  private said = ''

  constructor(
    readonly name: string,
    private readonly database: string,
    readonly port: number,
  ) {
    process.once('exit', () => this.child?.kill('SIGKILL'))
  }

  /** Resolves after the process listens. Throws with its output if it exits before. @param program the program of the release */
  async start(program: string): Promise<void> {
    const words = [...process.execArgv, program, this.database, String(this.port)]
    // A process must leave a node within seconds to keep the test short.
    const env = { ...process.env, SVC_DATABASE_CONNECTION_SECONDS: '8' }
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.child = child
    child.stderr.on('data', (data: Buffer) => (this.said = (this.said + String(data)).slice(-1_000_000)))
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${this.name} ended before it listened: ${this.said}`))),
    ])
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { child } = this
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  /** The end of its log. */
  log(): string {
    return this.said
  }
}

const [, program = '', database, port] = process.argv
if (database !== undefined && program.endsWith('shop-process.js')) {
  const server = http({ mounts: [rest(), mcp(), runtime(limits)], trustProxy: 1 })
  const shop = scaleComposition(database)
  const plugins = [...(shop.plugins ?? []), server]
  const config = { ...shop, plugins, listenPort: Number(port), baseUrl: 'https://shop.example' }
  const app = await boot(config, { settings: resolveSettings({ file: config }), tasks: true })
  process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)))
  process.stdout.write('listening\n')
}
