// Reads the settings file `.env` that lies beside the configuration file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { BootError } from './ground/fault.js'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The variables of `<folder>/.env`; none if the file does not exist. Throws BootError if the file cannot be read and the
 * environment names no database: the program would work on another one without a word.
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
    const hint = "Let the user who runs the program read it, or set 'SVC_DATABASE_URL' in the environment."
    throw new BootError([{ id: 'environment-file', owner: '.env', message, hint }], { cause: error })
  }
}

/** Hands variables of the file to code that reads `process.env`, such as svc.config.ts. Variables that are set stay as they are. */
export function exportVariables(file: Environment): void {
  for (const [name, value] of Object.entries(file)) process.env[name] ??= value
}
