// Configuration texts for the hosts of assistants. They start the server of this installation.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findConfigFile, listSettingVariables } from '#core/surface.js'
import { installationFolder } from './stdio/local-tools.js'

interface HostStart {
  /** Absolute path of the configuration file. Null if there is none. */
  readonly config: string | null
  /** Variables that override settings. */
  readonly environment: Readonly<Record<string, string>>
}

export interface HostConfigRequest extends HostStart {
  /** Options that restrict the grant: `--read-only`, or `--preset author`. */
  readonly options: readonly string[]
}

/**
 * Finds the configuration file of the working directory, or else of the installation. Leaves out variables from `.env`: the
 * server reads that file itself. The host does not know the variables of this shell.
 */
export async function findHostStart(config: string | null): Promise<HostStart> {
  const file = config === null ? {} : { file: resolve(config) }
  return {
    config: (await findConfigFile(file)) ?? (await findConfigFile({ folder: installationFolder() })),
    environment: listSettingVariables(process.env),
  }
}

interface StartCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Absolute paths: hosts start programs in folders of their own. */
function startCommand({ options, config, environment }: HostConfigRequest): StartCommand {
  const program = fileURLToPath(new URL('../../../bin/svc', import.meta.url))
  return {
    command: process.execPath,
    args: [program, 'svc:mcp', ...options, ...(config === null ? [] : ['--config', config])],
    ...(Object.keys(environment).length > 0 && { env: environment }),
  }
}

const name = 'configurator'
const quoteForShell = (word: string): string => (/^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
const serverList = (request: HostConfigRequest): string =>
  JSON.stringify({ mcpServers: { [name]: startCommand(request) } }, null, 2)

const writers: Readonly<Record<string, (request: HostConfigRequest) => string>> = {
  'claude-code': (request) => {
    const { command, args, env = {} } = startCommand(request)
    const variables = Object.entries(env).flatMap(([variable, value]) => ['--env', quoteForShell(`${variable}=${value}`)])
    return ['claude mcp add', name, ...variables, '--', ...[command, ...args].map(quoteForShell)].join(' ')
  },
  'claude-desktop': serverList,
  cursor: serverList,
  vscode: (request) => JSON.stringify({ servers: { [name]: { type: 'stdio', ...startCommand(request) } } }, null, 2),
}

export const hosts: readonly string[] = Object.keys(writers)

/** The text for the settings of the host. Null for an unknown host. */
export function hostConfig(host: string, request: HostConfigRequest): string | null {
  return Object.hasOwn(writers, host) ? writers[host]!(request) : null
}
