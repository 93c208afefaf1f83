// Opens the app behind stdio: configuration from the installation, wherever the host of the assistant started the program.
import { fileURLToPath } from 'node:url'
import type { App } from '#core/app.js'

export interface OpenRequest {
  /** The configuration file; searched from the installation upwards if null. */
  readonly config: string | null
  readonly logLevel: string | null
  /** Whether an empty database is filled; pending migrations are only reported in any case. */
  readonly installs: boolean
}

export interface Opened {
  readonly app: App
  /** True where the database lives in this process: another one would see an empty one. */
  readonly alone: boolean
}

/** The folder of the package, or of the project that it is installed in. */
export function installationFolder(): string {
  return fileURLToPath(new URL('../../../../', import.meta.url)).replace(/node_modules\/.*$/, '')
}

export async function openApp({ config, logLevel, installs }: OpenRequest): Promise<Opened> {
  const [{ loadConfig }, { assemble }, { open }] = await Promise.all([
    import('#core/config.js'),
    import('#core/boot/assemble.js'),
    import('#core/boot/boot.js'),
  ])
  const options = logLevel === null ? {} : { logLevel }
  const file = config === null ? {} : { file: config }
  const loaded = await loadConfig({ ...file, folder: installationFolder(), environment: process.env, options })
  const app = await open(assemble(loaded.config, { settings: loaded.settings }), {
    migrations: installs ? 'install' : 'none',
    starts: false,
  })
  return { app, alone: loaded.settings.database === 'sqlite::memory:' }
}
