// What a person pastes into the settings of an assistant's host so that it starts this installation's server.
import { fileURLToPath } from 'node:url'

export interface HostConfigRequest {
  /** Options that narrow the grant: `--read-only`, or `--preset author`. */
  readonly options: readonly string[]
  /** The absolute path of the configuration file. */
  readonly config: string | null
  /** Variables without which the server would read other settings. */
  readonly environment: Readonly<Record<string, string>>
}

interface StartCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Absolute, because hosts start programs in folders of their own. */
function commandOf({ options, config, environment }: HostConfigRequest): StartCommand {
  const program = fileURLToPath(new URL('../../../bin/svc', import.meta.url))
  return {
    command: process.execPath,
    args: [program, 'svc:mcp', ...options, ...(config === null ? [] : ['--config', config])],
    ...(Object.keys(environment).length > 0 && { env: environment }),
  }
}

const name = 'configurator'
const quoted = (word: string): string => (/^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
const servers = (request: HostConfigRequest): string => JSON.stringify({ mcpServers: { [name]: commandOf(request) } }, null, 2)

const writers: Readonly<Record<string, (request: HostConfigRequest) => string>> = {
  'claude-code': (request) => {
    const { command, args, env = {} } = commandOf(request)
    const variables = Object.entries(env).flatMap(([variable, value]) => ['--env', quoted(`${variable}=${value}`)])
    return ['claude mcp add', name, ...variables, '--', ...[command, ...args].map(quoted)].join(' ')
  },
  'claude-desktop': servers,
  cursor: servers,
  vscode: (request) => JSON.stringify({ servers: { [name]: { type: 'stdio', ...commandOf(request) } } }, null, 2),
}

export const hosts: readonly string[] = Object.keys(writers)

/** The text to paste; null for a host that is not known. */
export function hostConfig(host: string, request: HostConfigRequest): string | null {
  return Object.hasOwn(writers, host) ? writers[host]!(request) : null
}
