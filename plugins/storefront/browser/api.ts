// Talks to the runtime API: the calls that the configurator makes, how long each may take, and what a refusal says.
import type { ChangeInput, ConfigurationReply, StartInput } from '#core/commerce/configuration/define.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { GuidanceReply } from '#core/commerce/configuration/guidance.js'

/** Milliseconds until a call counts as lost. */
const patience = 10_000
const patienceForFiles = 180_000

interface Problem {
  readonly code?: string
  readonly detail?: string
  readonly data?: unknown
  readonly validationIssues?: readonly { readonly message: string }[]
}

/** A refusal by the service, or no answer at all. */
export class ServiceFailure extends Error {
  constructor(
    /** 0 where no answer came: whether the service has done it is unknown. */
    readonly status: number,
    private readonly problem: Problem = {},
    options?: ErrorOptions,
  ) {
    super(problem.detail ?? `The service answered ${status}.`, options)
  }

  /** Sending the same again may well succeed. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }

  /** What the service says to the shopper about his entry, in his language; null where it says nothing of the kind. */
  get sentence(): string | null {
    const issues = this.problem.validationIssues ?? []
    return issues.length > 0 ? issues.map(({ message }) => message).join(' ') : null
  }

  /** The whole state where the change was built on an older one; null for every other failure. */
  get present(): ConfigurationReply | null {
    return this.problem.code === 'STALE_REVISION' ? (this.problem.data as ConfigurationReply) : null
  }
}

export class RuntimeApi {
  /** `base` is the runtime API's URL without a slash at the end. */
  constructor(
    private readonly base: string,
    private readonly language: string,
    private readonly shopper: string | null = null,
  ) {}

  /** As the shopper sees it; with a configuration as the one sees it for whom that was started, in its currency. */
  product(id: number, currency: string | null, configuration: string | null): Promise<ProductReply> {
    const chosen: Record<string, string> = currency === null ? {} : { currency }
    return this.call('GET', this.url(`/products/${id}`, configuration === null ? chosen : { configuration }))
  }

  start(input: StartInput): Promise<ConfigurationReply> {
    return this.call('POST', `${this.base}/configurations?prices=1`, { ...input, language: this.language })
  }

  read(token: string): Promise<ConfigurationReply> {
    return this.call('GET', this.of(token, '', { prices: '1' }))
  }

  change(token: string, input: ChangeInput): Promise<ConfigurationReply> {
    return this.call('PATCH', this.of(token, '', { prices: '1' }), input)
  }

  /** Which answers still lead to a whole configuration. */
  guidance(token: string): Promise<GuidanceReply> {
    return this.call('GET', this.of(token, '/guidance'))
  }

  /** Sends a file for a question that takes files; the reply is the id to select. */
  async upload(token: string, questionId: number, file: File): Promise<string> {
    const url = this.of(token, '/uploads', { question_id: String(questionId), name: file.name })
    const { id } = await this.call<{ readonly id: string }>('POST', url, file)
    return id
  }

  /** The address of a picture of a product. */
  picture(product: number, name: string): string {
    return `${this.base}/products/${product}/pictures/${encodeURIComponent(name)}`
  }

  private of(token: string, below = '', query: Readonly<Record<string, string>> = {}): string {
    return this.url(`/configurations/${encodeURIComponent(token)}${below}`, query)
  }

  private url(path: string, query: Readonly<Record<string, string>> = {}): string {
    return `${this.base}${path}?${new URLSearchParams({ language: this.language, ...query })}`
  }

  private async call<T>(method: string, url: string, body?: object): Promise<T> {
    const headers: Record<string, string> = { accept: 'application/json' }
    const isFile = body instanceof File
    if (body) headers['content-type'] = isFile ? 'application/octet-stream' : 'application/json'
    if (this.shopper !== null) headers['x-svc-shopper'] = this.shopper
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), isFile ? patienceForFiles : patience)
    try {
      const response = await fetch(url, {
        method,
        headers,
        // The service reads no cookie. The proxy of a CMS does, to say in a header who the shopper is.
        credentials: 'same-origin',
        signal: abort.signal,
        ...(body && { body: isFile ? body : JSON.stringify(body) }),
      })
      const answer = (await response.json().catch(() => null)) as (Problem & { data?: T }) | null
      if (response.ok && answer?.data !== undefined) return answer.data
      // An answer that was cut off in the middle says as little as none.
      throw new ServiceFailure(response.ok ? 0 : response.status, answer ?? {})
    } catch (error) {
      if (error instanceof ServiceFailure) throw error
      throw new ServiceFailure(0, {}, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}
