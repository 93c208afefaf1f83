// Base class of the API clients: timeouts, headers and errors, and a timer for repeated attempts.
import type { ConfigurationReply } from '#core/surface.js'
import { takeEarlyResponse } from './early-requests.js'

/** Milliseconds until a call counts as lost. */
const callTimeout = 10_000

export interface ProblemDetails {
  readonly code?: string
  readonly detail?: string
  readonly data?: unknown
  readonly validationIssues?: readonly { readonly field: string; readonly code: string; readonly message: string }[]
}

/** An error answer of the service, or no answer at all. */
export class ApiFailure extends Error {
  constructor(
    /** 0 if no answer arrived: it is unknown whether the service performed the call. */
    readonly status: number,
    readonly problem: ProblemDetails = {},
    options?: ErrorOptions,
  ) {
    super(problem.detail ?? String(status), options)
  }

  /** True if the same request may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.problem.code?.endsWith('PROGRESS') === true
  }

  /** The service's message to the shopper about their entry, translated; null if there is none. */
  get shopperMessage(): string | null {
    const issues = this.problem.validationIssues ?? []
    return issues.length > 0 ? issues.map(({ message }) => message).join(' ') : null
  }

  /** The configuration was shared, ordered or quoted. Only a copy of it can be changed. */
  get isReadOnly(): boolean {
    return this.problem.validationIssues?.some(({ code }) => /^(READ_ONLY|ORDERED|QUOTED)$/.test(code)) === true
  }

  /** The current state if the change was based on an older one; null for every other failure. */
  get currentState(): ConfigurationReply | null {
    return this.problem.code === 'STALE_REVISION' ? (this.problem.data as ConfigurationReply) : null
  }
}

export class ApiClient {
  /** @param base the runtime API's URL without a trailing slash */
  constructor(
    protected readonly base: string,
    protected readonly language: string,
    readonly shopper: string | null = null,
  ) {}

  /** The URL of a picture of a product. */
  picture(product: number, name: string): string {
    return `${this.base}/products/${product}/pictures/${encodeURIComponent(name)}`
  }

  protected url(path: string, query: Readonly<Record<string, string>> = {}): string {
    return `${this.base}${path}?${new URLSearchParams({ language: this.language, ...query })}`
  }

  /** @param further headers */
  protected async call<T>(method: string, url: string, body?: object, further?: Readonly<Record<string, string>>): Promise<T> {
    const headers = {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...further,
      ...(this.shopper && { 'x-svc-shopper': this.shopper }),
    }
    const bodyText = body && JSON.stringify(body)
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), callTimeout)
    try {
      const response = await (takeEarlyResponse(url, bodyText, this.shopper) ??
        fetch(url, {
          method,
          headers,
          // The service reads no cookie. The proxy of a CMS does, to identify the shopper in a header.
          credentials: 'same-origin',
          signal: abort.signal,
          ...(bodyText && { body: bodyText }),
        }))
      if (response.status === 204) return undefined as T
      const answer = (await response.json().catch(() => null)) as (ProblemDetails & { data?: T }) | null
      if (response.ok && answer?.data !== undefined) return answer.data
      // A truncated answer counts as no answer.
      throw new ApiFailure(response.ok ? 0 : response.status, answer ?? {})
    } catch (error) {
      if (error instanceof ApiFailure) throw error
      throw new ApiFailure(0, {}, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Milliseconds: the first pause, and the longest. */
const firstPause = 1_000
const longestPause = 20_000

/** Repeats a failed request with growing pauses, and at once when the browser is online again. */
export class RetryTimer {
  private timer: ReturnType<typeof setTimeout> | undefined
  private pause = firstPause

  constructor(private readonly again: () => void) {}

  private readonly runNow = (): void => {
    this.stop()
    this.again()
  }

  /** Schedules the next attempt. The random factor spreads the retries of many clients. */
  schedule(): void {
    this.stop()
    this.timer = setTimeout(this.runNow, this.pause * (0.75 + Math.random() / 2))
    this.pause = Math.min(this.pause * 2, longestPause)
    addEventListener('online', this.runNow)
  }

  reset(): void {
    this.stop()
    this.pause = firstPause
  }

  stop(): void {
    clearTimeout(this.timer)
    removeEventListener('online', this.runNow)
  }
}
