// Client of the admin API: JSON requests and replies, the CSRF token, errors, and calls that wait for a new sign-in.
import { findChosenLanguage, t } from '../wording/text.js'
import { getRootPath } from './screen-location.js'
import { createStore } from './store.js'

interface ApiReply<T> {
  readonly body: T
  readonly etag: string | null
}

interface CallOptions {
  readonly body?: unknown
  /** Sent unchanged instead of JSON. */
  readonly file?: Blob
  readonly ifMatch?: string | null
  readonly signal?: AbortSignal
  /** True for sign-in calls: their 401 is a result. */
  readonly open?: boolean
}

let csrfToken = ''

/** Stores the session's CSRF token. Every unsafe call sends it. */
export function setCsrfToken(token: string): void {
  csrfToken = token
}

export interface ApiIssue {
  readonly field: string
  readonly code: string
  readonly message: string
}

interface ApiErrorBody {
  readonly code?: string
  readonly detail?: string
  readonly title?: string
  readonly validationIssues?: readonly ApiIssue[]
}

export class ApiError extends Error {
  readonly code: string
  readonly issues: readonly ApiIssue[]

  /** @param status the HTTP status, or 0 without a reply */
  constructor(
    readonly status: number,
    readonly body: ApiErrorBody,
    fallback: string,
  ) {
    super(body.detail ?? body.title ?? fallback)
    this.name = 'Problem'
    this.code = body.code ?? (status === 0 ? 'UNREACHABLE' : 'UNKNOWN')
    this.issues = body.validationIssues ?? []
  }
}

/** The message of any thrown value. */
export function getErrorMessage(error: unknown): string {
  // The server names scopes, which are for developers.
  if (error instanceof ApiError && error.code === 'INSUFFICIENT_SCOPE') return t('notPermitted')
  return error instanceof Error ? error.message : String(error)
}

async function sendRequest(method: string, path: string, options: CallOptions): Promise<Response> {
  const { body, file, ifMatch, signal } = options
  const headers: Record<string, string> = { accept: 'application/json' }
  if (method !== 'GET') headers['x-svc-csrf'] = csrfToken
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (file) headers['content-type'] = file.type || 'application/octet-stream'
  if (ifMatch) headers['if-match'] = ifMatch
  const chosenLanguage = findChosenLanguage()
  if (chosenLanguage) headers['accept-language'] = chosenLanguage
  const payload = file ?? (body === undefined ? null : JSON.stringify(body))
  try {
    return await fetch(`${getRootPath()}api/${path}`, {
      method,
      headers,
      body: payload,
      credentials: 'same-origin',
      signal: signal ?? null,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, {}, t('unreachable'))
  }
}

async function readReplyBody(response: Response): Promise<unknown> {
  if (response.status === 204) return null
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

interface PendingSignIn {
  readonly promise: Promise<void>
  readonly open: () => void
}

/** The pending sign-in. The shell shows the sign-in form above the current input. */
export const pendingSignIn = createStore<PendingSignIn | null>(null)

/** Resolves after the next sign-in. All callers share one promise. */
function waitForSignIn(): Promise<void> {
  const waiting = pendingSignIn.get()
  if (waiting) return waiting.promise
  let open = (): void => undefined
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  pendingSignIn.set({ promise, open })
  return promise
}

/** Resumes all waiting calls. */
export function resumePendingCalls(): void {
  const waiting = pendingSignIn.get()
  pendingSignIn.set(null)
  waiting?.open()
}

/**
 * One call below `api/`. If the session has ended, it waits for a new sign-in and repeats the call.
 * @throws Problem for every error, and for a missing reply
 */
export async function callApi<T>(method: string, path: string, options: CallOptions = {}): Promise<ApiReply<T>> {
  const response = await sendRequest(method, path, options)
  if (response.status === 401 && !options.open) {
    await waitForSignIn()
    return callApi(method, path, options)
  }
  const body = await readReplyBody(response)
  if (!response.ok) throw new ApiError(response.status, body ?? {}, t('failed', { status: response.status }))
  return { body: body as T, etag: response.headers.get('etag') }
}

/** Sends a request whose reply is a file. @throws Problem as `callApi` */
export async function requestFile(path: string, body: unknown): Promise<Blob> {
  const response = await sendRequest('POST', path, { body })
  if (response.status === 401) {
    await waitForSignIn()
    return requestFile(path, body)
  }
  if (response.ok) return response.blob()
  const problem = (await readReplyBody(response)) as ApiErrorBody | null
  throw new ApiError(response.status, problem ?? {}, t('failed', { status: response.status }))
}

/** Returns only the body of the reply. */
export async function requestBody<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  return (await callApi<T>(method, path, options)).body
}
