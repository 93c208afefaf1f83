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
  /** A sentence that names the database; null where the log is silent. */
  readonly database: string | null
}

/** The folder of the package, or of the project that it is installed in. */
export function installationFolder(): string {
  return fileURLToPath(new URL('../../../../', import.meta.url)).replace(/node_modules\/.*$/, '')
}

export async function openApp({ config, logLevel, installs }: OpenRequest): Promise<Opened> {
  const [{ loadConfig }, { describeDatabase }, { assemble }, { open }] = await Promise.all([
    import('#core/config.js'),
    import('#core/environment.js'),
    import('#core/boot/assemble.js'),
    import('#core/boot/boot.js'),
  ])
  const options = logLevel === null ? {} : { logLevel }
  const file = config === null ? {} : { file: config }
  const { config: composition, settings } = await loadConfig({
    ...file,
    folder: installationFolder(),
    environment: process.env,
    options,
  })
  const app = await open(assemble(composition, { settings }), {
    migrations: installs ? 'install' : 'none',
    starts: false,
  })
  return {
    app,
    alone: settings.database === 'sqlite::memory:',
    database: settings.logLevel === 'silent' ? null : describeDatabase(settings),
  }
}
