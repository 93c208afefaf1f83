// Talks to the runtime API: the calls that the configurator makes, and what a refusal says.
import type { GuidanceReply } from '#core/commerce/configuration/guidance.js'
import type { SelectionInput } from '#core/engine/program/configure.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { ConfigurationReply, StartInput } from '#core/commerce/configuration/define.js'

/** A refusal by the service; `message` is the problem's sentence, `status` 0 where no answer came. */
export class ServiceFailure extends Error {
  constructor(
    readonly status: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export class RuntimeApi {
  /** `base` is the runtime API's URL without a slash at the end. */
  constructor(
    private readonly base: string,
    private readonly language: string,
    private readonly shopper: string | null = null,
  ) {}

  product(id: number, currency: string | null): Promise<ProductReply> {
    return this.call('GET', this.url(`/products/${id}`, currency === null ? {} : { currency }))
  }

  start(input: StartInput): Promise<ConfigurationReply> {
    return this.call('POST', `${this.base}/configurations`, { ...input, language: this.language })
  }

  read(token: string): Promise<ConfigurationReply> {
    return this.call('GET', this.url(`/configurations/${encodeURIComponent(token)}`))
  }

  change(token: string, selections: readonly SelectionInput[], confirmed: boolean): Promise<ConfigurationReply> {
    return this.call(
      'PATCH',
      this.url(`/configurations/${encodeURIComponent(token)}`),
      confirmed ? { selections, confirmed } : { selections },
    )
  }

  /** Which answers still lead to a whole configuration. */
  guidance(token: string): Promise<GuidanceReply> {
    return this.call('GET', this.url(`/configurations/${encodeURIComponent(token)}/guidance`))
  }

  /** Sends a file for a question that takes files; the reply is the id to select. */
  async upload(token: string, questionId: number, file: File): Promise<string> {
    const path = `/configurations/${encodeURIComponent(token)}/uploads`
    const url = this.url(path, { question_id: String(questionId), name: file.name })
    const { id } = await this.call<{ readonly id: string }>('POST', url, file)
    return id
  }

  /** The address of a picture of a product. */
  picture(product: number, name: string): string {
    return `${this.base}/products/${product}/pictures/${encodeURIComponent(name)}`
  }

  private url(path: string, query: Readonly<Record<string, string>> = {}): string {
    return `${this.base}${path}?${new URLSearchParams({ language: this.language, ...query })}`
  }

  private async call<T>(method: string, url: string, body?: object): Promise<T> {
    const headers: Record<string, string> = { accept: 'application/json' }
    const isFile = body instanceof File
    if (body) headers['content-type'] = isFile ? 'application/octet-stream' : 'application/json'
    if (this.shopper !== null) headers['x-svc-shopper'] = this.shopper
    let response: Response
    try {
      response = await fetch(url, {
        method,
        headers,
        credentials: 'omit',
        ...(body && { body: isFile ? body : JSON.stringify(body) }),
      })
    } catch (error) {
      throw new ServiceFailure(0, 'The service did not answer.', { cause: error })
    }
    const answer = (await response.json().catch(() => null)) as { data?: T; detail?: string } | null
    if (response.ok && answer?.data !== undefined) return answer.data
    throw new ServiceFailure(response.status, answer?.detail ?? `The service answered ${response.status}.`)
  }
}
