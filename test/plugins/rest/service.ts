// A running service with the REST API for tests, with tokens by scope and row counts of all tables.
import type { Plugin } from '../../../core/contract.js'
import type { Scope } from '../../../core/foundation/access.js'
import { quoteName } from '../../../core/storage/database/dialect.js'
import { string } from '../../../core/model/properties/string.js'
import { getVersionedSnapshot } from '../../../core/storage/caches.js'
import { advisor } from '../../../plugins/advisor/index.js'
import { print } from '../../../plugins/print/index.js'
import { buildOpenapiDocument } from '../../../plugins/rest/openapi/document.js'
import { rest } from '../../../plugins/rest/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { listenTestApp, type ListeningApp, type TestOverrides } from '../../support/test-app.js'
import { createJsonClient, type JsonReply, type JsonClient } from '../../support/json-client.js'
import { prismProgram, createProxiedClient, startPrism } from './prism.js'

/** A payment provider. Without one no payment method can be created. */
export const provider: Plugin = {
  name: 'test-provider',
  core: '^0.1.0',
  contributes: {
    paymentProviders: [
      {
        name: 'at_the_door',
        label: 'At the door',
        description: 'Pays at the door.',
        params: { secret_key: string('Secret key') },
        begin: () => ({}),
      },
    ],
  },
}

export interface RestService {
  readonly app: ListeningApp
  /** A client with a token for the scopes. Every set of scopes has one token. */
  as(...scopes: readonly Scope[]): Promise<JsonClient>
  /** A client with every scope. */
  readonly admin: JsonClient
  /** A client without a token. */
  readonly stranger: JsonClient
  /** The number of rows of each table. */
  rows(): Promise<Readonly<Record<string, number>>>
  stop(): Promise<void>
}

/** Tables of test tokens and of versions, which a first accepted write creates. */
const uncounted: ReadonlySet<string> = new Set(['svc_tokens', 'svc_versions'])

export const everyScope: readonly Scope[] = [
  'catalog:write',
  'store:write',
  'customers:write',
  'orders:write',
  'conversations:write',
  'code:write',
  'system:write',
]

export async function startRest(overrides: TestOverrides = {}): Promise<RestService> {
  const app = await listenTestApp([rest()], {
    ...overrides,
    plugins: [stock, print, advisor, provider, ...(overrides.plugins ?? [])],
  })
  const clients = new Map<string, JsonClient>()
  const prism = prismProgram === undefined ? null : await startPrism(prismProgram, app.url, await documentOf(app))
  const clientWith = (token: string | null): JsonClient => {
    const direct = createJsonClient(app.url, token)
    // The proxy itself answers clients without a token.
    return prism && token !== null ? createProxiedClient(prism, direct, createJsonClient(prism.url, token)) : direct
  }
  const stranger = clientWith(null)
  const as = async (...scopes: readonly Scope[]): Promise<JsonClient> => {
    const key = [...scopes].sort((a, b) => (a < b ? -1 : 1)).join()
    const existingClient = clients.get(key)
    if (existingClient) return existingClient
    const { token } = await app.access.tokens.mint({ name: `test ${key}`, scopes })
    const client = clientWith(token)
    clients.set(key, client)
    return client
  }
  return {
    app,
    as,
    admin: await as(...everyScope),
    stranger,
    async rows() {
      const { database } = app.context
      const names = [...(await database.dialect.readTables(database)).keys()].filter((name) => !uncounted.has(name))
      const counts = names.map((name) => `SELECT '${name}' AS name, COUNT(*) AS rows_in_it FROM ${quoteName(name)}`)
      const counted = await database.query<{ name: string; rows_in_it: number }>(counts.join(' UNION ALL '))
      return Object.fromEntries(counted.map((row) => [row.name, Number(row.rows_in_it)]))
    },
    async stop() {
      for (const client of [stranger, ...clients.values()]) client.close()
      await prism?.stop()
      await app.stop()
    },
  }
}

async function documentOf(app: ListeningApp): Promise<unknown> {
  const { languages } = (await getVersionedSnapshot(app.context)).snapshot
  return buildOpenapiDocument({ registry: app.context.registry, languages, root: '/' })
}

/** The status and error code for comparison, for example `200` or `403 INSUFFICIENT_SCOPE`. */
export function outcome(answer: JsonReply): string {
  const { code } = (typeof answer.body === 'object' && answer.body !== null ? answer.body : {}) as { code?: string }
  return code === undefined ? String(answer.status) : `${answer.status} ${code}`
}
