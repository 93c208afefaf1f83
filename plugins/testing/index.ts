// Test support for customization packages: boots a complete service in memory and calls it.
import type { App, Composition } from '#core/contract.js'
import { boot } from '#core/surface.js'
import type { HttpPlugin } from '../http/index.js'

export { simulateVendorFailures, startFailingVendor } from './failing-vendor.js'

export interface Answer {
  readonly status: number
  /** The parsed JSON body. null if the body is empty. */
  readonly body: unknown
}

export interface TestService {
  readonly app: App
  /** `http://127.0.0.1:<port>`. null without the http plugin. */
  readonly url: string | null
  /** Sends a request to a path such as `/svc-api/v1/product`, with a token that has all rights. */
  call(method: string, path: string, body?: object): Promise<Answer>
  stop(): Promise<void>
}

/**
 * Boots the composition on an empty in-memory SQLite database, runs its migrations and listens on a free port. Settings of the
 * composition override these defaults. Throws BootError with every fault.
 */
export async function startService(composition: Composition): Promise<TestService> {
  const app = await boot({ database: 'sqlite::memory:', listenPort: 0, logLevel: 'silent', demo: false, ...composition })
  const url = composition.plugins.find(isServer)?.address() ?? null
  const { token } = await app.access.tokens.mint({ name: 'test', presets: ['everything'], scopes: ['code:write'] })
  return {
    app,
    url,
    async call(method, path, body) {
      if (url === null) throw new Error("Nothing listens. Add http({ mounts: [rest(), runtime()] }) to 'plugins'.")
      const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
      const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
    },
    stop: () => app.stop(),
  }
}

function isServer(plugin: Composition['plugins'][number]): plugin is HttpPlugin {
  return 'address' in plugin && 'pages' in plugin
}
