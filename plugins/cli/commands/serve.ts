// Runs the service until a signal ends it: migrates, starts host and plugins, and prints the addresses.
import { setFlagsFromString } from 'node:v8'
import { type App, createMessage, number, type Plugin, ServiceError, string } from '#core/contract.js'
import type { HttpPlugin } from '../../http/index.js'
import { defineCliCommand, type Invocation } from '../command.js'
import { listMissingPlugins } from '../health-checks/plugins.js'
import { formatTable } from '../result-format.js'

const mintHint = 'npx svc svc:token:mint <name> --preset everything --scope code:write'

function isServer(plugin: Plugin): plugin is HttpPlugin {
  return 'address' in plugin && 'pages' in plugin
}

async function printAddresses({ load, say, json, write }: Invocation, app: App): Promise<void> {
  const { config } = await load()
  const server = config.plugins.find(isServer)
  const socket = server?.socket()
  if (!server || !socket) {
    throw new ServiceError('NOT_READY', createMessage('commands.noServer'))
  }
  const welcome = await server.welcome(app)
  if (json) return say(JSON.stringify({ listening: socket, pages: server.pages(), ...(welcome.length > 0 && { welcome }) }))
  const pages = server.pages().map(({ label, url }) => [`${label}:`, url] as const)
  say(
    formatTable([
      ...pages,
      ...welcome.map(({ label, text }) => [`${label}:`, text] as const),
      [`${write(createMessage('commands.mintToken'))}:`, mintHint],
    ]),
  )
  say(write(createMessage('commands.listening', { address: socket })))
}

/** Resolves at the first SIGTERM or SIGINT. A second signal ends the process at once. */
function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = (): void => {
      resolve()
      process.once('SIGTERM', () => process.exit(1))
      process.once('SIGINT', () => process.exit(1))
    }
    process.once('SIGTERM', onSignal)
    process.once('SIGINT', onSignal)
  })
}

/**
 * Stops the growth of V8's young generation, which has 16 MB after a start. Under load V8 would double it, although requests need little
 * memory at a time. The process takes 30 MB less (`node dist/bench/service.js`, memory after load).
 */
function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

export const serveCommand = defineCliCommand({
  name: 'svc:serve',
  description: 'Serves the storefront, the admin and the APIs until it is stopped.',
  options: {
    port: number('Port to listen on', { min: 0, max: 65_535, help: '0 takes a free one.' }),
    host: string('Address to listen on'),
  },
  examples: ['svc:serve', 'svc:serve --port 8080', 'svc:serve --host 0.0.0.0 --port 80'],
  settings({ port, host }) {
    return { ...(port === undefined ? {} : { listenPort: port }), ...(host === undefined ? {} : { listenHost: host }) }
  },
  async run(invocation) {
    const stopSignal = waitForSignal()
    const app = await invocation.open({ migrations: 'run', tasks: true })
    for (const { message } of listMissingPlugins(app)) invocation.progress(message)
    await printAddresses(invocation, app)
    limitYoungGeneration()
    await stopSignal
    invocation.progress(createMessage('commands.stopping'))
  },
})
