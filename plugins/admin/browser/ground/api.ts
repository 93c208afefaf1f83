// Client of the admin API: JSON requests and replies, the CSRF token, and errors as `Problem`.
import { t } from '../wording/text.js'
import { Problem } from './problem.js'
import { root } from './root.js'
import { signedInAgain } from './sign-in-gate.js'

export interface Answer<T> {
  readonly body: T
  readonly etag: string | null
}

interface Options {
  readonly body?: unknown
  /** Sent unchanged instead of JSON. */
  readonly file?: Blob
  readonly ifMatch?: string | null
  readonly signal?: AbortSignal
  /** True for sign-in calls: their 401 is a result. */
  readonly open?: boolean
}

let csrf = ''

/** Stores the session's CSRF token. Every unsafe call sends it. */
export function keepCsrf(token: string): void {
  csrf = token
}

async function once(method: string, path: string, options: Options): Promise<Response> {
  const { body, file, ifMatch, signal } = options
  const headers: Record<string, string> = { accept: 'application/json' }
  if (method !== 'GET') headers['x-svc-csrf'] = csrf
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (file) headers['content-type'] = file.type || 'application/octet-stream'
  if (ifMatch) headers['if-match'] = ifMatch
  const sent = file ?? (body === undefined ? null : JSON.stringify(body))
  try {
    return await fetch(`${root}api/${path}`, { method, headers, body: sent, credentials: 'same-origin', signal: signal ?? null })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Problem(0, {}, t('unreachable'))
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return null
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/**
 * One call below `api/`. If the session has ended, it waits for a new sign-in and repeats the call.
 * @throws Problem for every error, and for a missing reply
 */
export async function call<T>(method: string, path: string, options: Options = {}): Promise<Answer<T>> {
  const response = await once(method, path, options)
  if (response.status === 401 && !options.open) {
    await signedInAgain()
    return call(method, path, options)
  }
  const body = await bodyOf(response)
  if (!response.ok) throw new Problem(response.status, body ?? {}, t('failed', { status: response.status }))
  return { body: body as T, etag: response.headers.get('etag') }
}

/** Returns only the body of the reply. */
export async function ask<T>(method: string, path: string, options: Options = {}): Promise<T> {
  return (await call<T>(method, path, options)).body
}
