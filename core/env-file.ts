// Reads the settings file `.env` next to the configuration file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { BootError } from './foundation/errors.js'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The variables of `<folder>/.env`; empty if the file does not exist. Throws a BootError if the file cannot be read and the
 * environment contains no database URL, because the program would silently use another database.
 */
export function readEnvFile(folder: string, environment: Environment): Environment {
  const path = join(folder, '.env')
  try {
    return parseEnv(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return {}
    if (environment['SVC_DATABASE_URL'] || environment['SVC_DATABASE_URL_FILE']) return {}
    const message = `The settings file '${path}' cannot be read (${code ?? String(error)}).`
    const hint = "Give the user who runs the program read access, or set 'SVC_DATABASE_URL' in the environment."
    throw new BootError([{ id: 'environment-file', owner: '.env', message, hint }], { cause: error })
  }
}

/** Adds the variables of the file to `process.env` for code such as svc.config.ts. Existing variables are not changed. */
export function exportVariables(file: Environment): void {
  for (const [name, value] of Object.entries(file)) process.env[name] ??= value
}
