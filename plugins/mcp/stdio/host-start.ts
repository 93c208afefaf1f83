// Finds the configuration file and the variables with which a host must start the server to reach the caller's database.
import { resolve } from 'node:path'
import { findConfigFile } from '#core/config.js'
import { settingVariables } from '#core/environment.js'
import { installationFolder } from './open.js'

interface HostStart {
  /** Absolute; null where there is none yet. */
  readonly config: string | null
  readonly environment: Readonly<Record<string, string>>
}

/**
 * The configuration that the program uses in the working folder, else the one of the installation. Variables of `.env` are
 * left out, because the server reads that file itself; variables of this shell are not known to the host.
 */
export async function startOf(config: string | null): Promise<HostStart> {
  const file = config === null ? {} : { file: resolve(config) }
  const found = (await findConfigFile(file)) ?? (await findConfigFile({ folder: installationFolder() }))
  return { config: found, environment: settingVariables(process.env) }
}
