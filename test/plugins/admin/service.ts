// A test app with the admin, and clients that send the session cookie, CSRF token and origin as its pages do.
import { expect } from 'chai'
import { acceptLink, createFirstAccount, createInvitation, createFirstAccountLink } from '../../../core/storage/admin/accounts.js'
import type { Mount } from '../../../plugins/http/mount.js'
import { fullGrant, type Scope } from '../../../core/foundation/access.js'
import { admin } from '../../../plugins/admin/index.js'
import { rest } from '../../../plugins/rest/index.js'
import { type ListeningApp, listenTestApp, type TestOverrides } from '../../support/test-app.js'
import { type JsonReply, createJsonClient, type JsonClient } from '../../support/json-client.js'

export const password = 'correct horse battery'

export interface AdminClient {
  /** Sends as the admin pages do: below /svc-admin/api/, with cookie, CSRF token and origin. `headers` override these. */
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<JsonReply>
  readonly cookie: string
  readonly csrf: string
}

export interface AdminService {
  readonly app: ListeningApp
  /** A client without a session. */
  readonly stranger: JsonClient
  /** Creates an account with the scopes and signs it in. */
  as(...scopes: readonly Scope[]): Promise<AdminClient>
  /** Opens another session for the email address of an account. */
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
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')

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

/** Creates the first account of an app. */
export async function makeFirst(app: ListeningApp, email: string): Promise<number> {
  const link = await createFirstAccountLink(app.context)
  return createFirstAccount(app.context, { secret: link!.secret, name: 'First', email, password })
}

/** Creates a record through the admin API. */
export async function makeRecord(client: AdminClient, entity: string, fields: object): Promise<RecordBody> {
  const answer = await client.send('POST', `records/${entity}`, fields)
  expect(codeOf(answer), JSON.stringify(answer.body)).to.equal('201')
  return answer.body as RecordBody
}

/** A title in both languages of a test shop. */
export const titled = (text: string) => ({ title_en_GB: text, title_de_DE: text })

/** A copy without row prototypes and without revisions, which increase with every save. */
export const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, item: unknown) => (key === 'revision' ? undefined : item)))
