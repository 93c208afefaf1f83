// One run of the program: loads the configuration on demand, opens at most one app, and stops it at the end.
import type { App } from '#core/contract.js'
import {
  type Assembly,
  describeDatabase,
  findUnknownVariables,
  type LoadedConfig,
  type OpenOptions,
  type SettingName,
} from '#core/surface.js'
import type { Terminal } from './terminal.js'

/** Options that every command takes. */
export interface GlobalOptions {
  readonly config?: string
  readonly logLevel?: string
  readonly json?: boolean
}

export class CommandSession {
  private loading: Promise<LoadedConfig> | null = null
  private assembly: Promise<Assembly> | null = null
  private app: Promise<App> | null = null

  /**
   * @param settings settings from the command's options, by setting name
   */
  constructor(
    private readonly terminal: Terminal,
    private readonly globals: GlobalOptions,
    private readonly settings: Readonly<Partial<Record<SettingName, unknown>>> = {},
  ) {}

  load(): Promise<LoadedConfig> {
    this.loading ??= this.loadOnce()
    return this.loading
  }

  private async loadOnce(): Promise<LoadedConfig> {
    const { loadConfig } = await import('#core/surface.js')
    const { environment } = this.terminal
    const { logLevel } = this.globals
    const options = { ...this.settings, ...(logLevel === undefined ? {} : { logLevel }) }
    const loaded = await loadConfig({ file: this.globals.config, folder: this.terminal.folder, environment, options })
    for (const sentence of findUnknownVariables(loaded.environment)) this.terminal.printMessage(sentence)
    return loaded
  }

  assemble(): Promise<Assembly> {
    this.assembly ??= this.assembleOnce()
    return this.assembly
  }

  private async assembleOnce(): Promise<Assembly> {
    const { assemble } = await import('#core/surface.js')
    const { config, settings } = await this.load()
    return assemble(config, { settings })
  }

  open(options: OpenOptions = {}): Promise<App> {
    this.app ??= this.openOnce(options)
    return this.app
  }

  private async openOnce(options: OpenOptions): Promise<App> {
    const { open } = await import('#core/surface.js')
    const assembly = await this.assemble()
    const { settings } = await this.load()
    if (this.globals.json !== true && settings.logLevel !== 'silent') this.terminal.printMessage(describeDatabase(settings))
    return open(assembly, {
      ...options,
      onMigration: ({ owner, version, name, number, total }) => {
        this.terminal.printMessage(`Migration ${number} of ${total}: ${owner} ${version} ${name}.`)
      },
    })
  }

  /** Stops the app if it was opened. */
  async close(): Promise<void> {
    const app = await this.app?.catch(() => null)
    await app?.stop()
  }
}
