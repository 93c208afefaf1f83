// Creates REST clients with their own token for a test app, and reads initial records that authors need.
import { isPreset } from '../../core/foundation/access.js'
import type { ListeningApp } from './test-app.js'
import { type JsonClient, createJsonClient } from './json-client.js'

/** A client whose token has the scopes of the preset. */
export async function createRestClient(app: Pick<ListeningApp, 'access' | 'url'>, preset = 'everything'): Promise<JsonClient> {
  if (!isPreset(preset)) throw new TypeError(`There is no preset '${preset}'.`)
  const { token } = await app.access.tokens.mint({ name: `test ${preset}`, presets: [preset] })
  return createJsonClient(app.url, token)
}

/** The first seeded tax class. */
export async function readFirstTaxClass(client: JsonClient): Promise<number> {
  const { records } = await client.data<{ readonly records: readonly { readonly id: number }[] }>(
    'GET',
    '/svc-api/v1/tax-class?limit=1',
  )
  return records[0]!.id
}
