// What a person pastes into the settings of an assistant's host so that it starts this installation's server.
import { fileURLToPath } from 'node:url'

export interface HostConfigRequest {
  /** Options that narrow the grant: `--read-only`, or `--preset author`. */
  readonly options: readonly string[]
  readonly config: string | null
}

/** Absolute, because hosts start programs in folders of their own. */
function commandOf({ options, config }: HostConfigRequest): { readonly command: string; readonly args: readonly string[] } {
  const program = fileURLToPath(new URL('../../../bin/svc', import.meta.url))
  return { command: process.execPath, args: [program, 'svc:mcp', ...options, ...(config === null ? [] : ['--config', config])] }
}

const name = 'configurator'
const quoted = (word: string): string => (/^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
const servers = (request: HostConfigRequest): string => JSON.stringify({ mcpServers: { [name]: commandOf(request) } }, null, 2)

const writers: Readonly<Record<string, (request: HostConfigRequest) => string>> = {
  'claude-code': (request) => {
    const { command, args } = commandOf(request)
    return ['claude mcp add', name, '--', ...[command, ...args].map(quoted)].join(' ')
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
