// The admin of a running test app as its pages use it: accounts that sign in, with the cookie, the token against forgery and the origin.
import { expect } from 'chai'
import { acceptLink, createFirstAccount, createInvitation } from '../../../core/storage/admin/accounts.js'
import { createFirstAccountLink } from '../../../core/storage/admin/first-account-link.js'
import type { Mount } from '../../../plugins/http/mount.js'
import { fullGrant } from '../../../core/foundation/access/grant.js'
import type { Scope } from '../../../core/foundation/access/areas.js'
import { admin } from '../../../plugins/admin/index.js'
import { rest } from '../../../plugins/rest/index.js'
import { type ListeningApp, listenTestApp, type TestOverrides } from '../../support/test-app.js'
import { type JsonReply, createJsonClient, type JsonClient } from '../../support/json-client.js'

export const password = 'correct horse battery'

export interface AdminClient {
  /** As pages send: below /svc-admin/api/, with cookie, token and origin; `headers` take the place of those. */
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<JsonReply>
  readonly cookie: string
  readonly csrf: string
}

export interface AdminService {
  readonly app: ListeningApp
  /** Nobody yet. */
  readonly stranger: JsonClient
  /** Somebody with an account that holds the scopes, signed in. */
  as(...scopes: readonly Scope[]): Promise<AdminClient>
  /** Signs in anew with the address of an account. */
  signIn(email: string, words?: string): Promise<AdminClient>
  stop(): Promise<void>
}

export interface RecordBody {
  readonly id: number
  readonly revision: number
  readonly record: Readonly<Record<string, unknown>>
}

export const api = '/svc-admin/api'

export const codeOf = ({ status, body }: JsonReply): string =>
  `${status} ${(body as { readonly code?: string }).code ?? ''}`.trim()

export const cookieOf = ({ headers }: JsonReply): string =>
  (headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ')

export async function startAdmin(overrides: TestOverrides = {}, mounts: readonly Mount[] = []): Promise<AdminService> {
  const app = await listenTestApp([rest(), admin({ signIns: 1_000 }), ...mounts], overrides)
  const stranger = createJsonClient(app.url)
  const origin = app.url
  let count = 0

  function clientOf(answer: JsonReply): AdminClient {
    const cookie = cookieOf(answer)
    const { csrf } = answer.body as { readonly csrf: string }
    return {
      cookie,
      csrf,
      send: (method, path, body, headers = {}) =>
        stranger.send(method, `${api}/${path}`, body, { cookie, origin, 'x-svc-csrf': csrf, ...headers }),
    }
  }

  async function signIn(email: string, words = password): Promise<AdminClient> {
    const answer = await stranger.send('POST', `${api}/session`, { email, password: words }, { origin })
    if (answer.status !== 200) throw new Error(`Signing in answered ${codeOf(answer)}.`)
    return clientOf(answer)
  }

  return {
    app,
    stranger,
    signIn,
    async as(...scopes) {
      const email = `person-${++count}@shop.example`
      const { secret } = await createInvitation(app.context, fullGrant, { email, name: `Person ${count}`, scopes })
      await acceptLink(app.context, { secret, password })
      return signIn(email)
    },
    async stop() {
      stranger.close()
      await app.stop()
    },
  }
}

/** Makes the first account of an app. */
export async function makeFirst(app: ListeningApp, email: string): Promise<number> {
  const link = await createFirstAccountLink(app.context)
  return createFirstAccount(app.context, { secret: link!.secret, name: 'First', email, password })
}

/** Makes a record over the transport. */
export async function makeRecord(client: AdminClient, entity: string, fields: object): Promise<RecordBody> {
  const answer = await client.send('POST', `records/${entity}`, fields)
  expect(codeOf(answer), JSON.stringify(answer.body)).to.equal('201')
  return answer.body as RecordBody
}

/** A title in both languages of a test shop. */
export const titled = (text: string) => ({ title_en_GB: text, title_de_DE: text })

/** Without the prototypes of rows, and without revisions, which rise. */
export const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one: unknown) => (key === 'revision' ? undefined : one)))
