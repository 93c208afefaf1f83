// A client of the runtime API for tests: a guest, or a shopper with a session.
import type { App } from '../../../core/app.js'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import type { JsonReply, JsonClient } from '../../support/json-client.js'
import { registerAccount } from '../../support/registration.js'

const base = '/svc-api/runtime/v1'

type Headers = Readonly<Record<string, string>>

export interface ShopperClient {
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<JsonReply>
  /** As `send`, and returns the `data` of the response. Fails unless the status is 2xx. */
  data<T>(method: string, path: string, body?: unknown): Promise<T>
  start(product_id: number, fields?: object): Promise<ConfigurationReply>
  /** Enters one selection. */
  enter(token: string, question_id: number, value: unknown, fields?: object): Promise<ConfigurationReply>
  /** Runs an operation of a configuration, for example `undo` or `share`. */
  call<T = ConfigurationReply>(token: string, verb: string, body?: object): Promise<T>
  read(token: string): Promise<ConfigurationReply>
  /** The code of the first validation issue or of the problem. Null if the request succeeds. */
  refusal(method: string, path: string, body?: unknown): Promise<string | null>
}

export function shopperClient(client: JsonClient, session?: string): ShopperClient {
  const own: Headers = session === undefined ? {} : { 'x-svc-shopper': session }
  const send: ShopperClient['send'] = (method, path, body, headers = {}) =>
    client.send(method, base + path, body, { ...own, ...headers })
  const data: ShopperClient['data'] = async <T>(method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await send(method, path, body)
    if (status < 200 || status > 299) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`)
    return (answer as { readonly data: T }).data
  }
  return {
    send,
    data,
    start: (product_id, fields = {}) => data('POST', '/configurations', { product_id, ...fields }),
    enter: (token, question_id, value, fields = {}) =>
      data('PATCH', `/configurations/${token}`, { selections: [{ question_id, value }], ...fields }),
    call: (token, verb, body = {}) => data('POST', `/configurations/${token}/${verb}`, body),
    read: (token) => data('GET', `/configurations/${token}`),
    async refusal(method, path, body) {
      const { status, body: answer } = await send(method, path, body)
      if (status < 300) return null
      const { code, validationIssues } = answer as {
        readonly code: string
        readonly validationIssues?: readonly { readonly code: string }[]
      }
      return validationIssues?.[0]?.code ?? code
    },
  }
}

/** Creates an account and signs it in. */
export async function signedUp(app: App, client: JsonClient, email: string): Promise<ShopperClient> {
  const { session } = await registerAccount(app, { email, password: 'correct horse' })
  return shopperClient(client, session)
}

/** The selection of a question. Undefined if the reply does not contain the question. */
export const held = ({ questions }: ConfigurationReply, question: number): string | null | undefined =>
  questions.find(({ id }) => id === question)?.selection

/** The contents of a configuration without its token, revision and history flags. */
export function contents({ configuration: _token, revision: _revision, ...rest }: ConfigurationReply): object {
  return { ...rest, automatic: [], refused: [], can_undo: null, can_redo: null }
}
