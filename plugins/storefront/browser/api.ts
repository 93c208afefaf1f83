// The calls that the configurator makes.
import type { ChangeInput, ConfigurationReply, StartInput } from '#core/commerce/configuration/define.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { GuidanceReply } from '#core/commerce/configuration/guidance.js'
import { Service } from './service.js'

export class RuntimeApi extends Service {
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

  /** What stands below a configuration; with a body it is told something. */
  below<T>(token: string, path: string, body?: object): Promise<T> {
    return this.call(body ? 'POST' : 'GET', this.of(token, path), body)
  }

  /** Which answers still lead to a whole configuration. */
  guidance(token: string): Promise<GuidanceReply> {
    return this.below(token, '/guidance')
  }

  /** Sends a file for a question that takes files; the reply is the id to select. */
  async upload(token: string, questionId: number, file: File): Promise<string> {
    const url = this.of(token, '/uploads', { question_id: String(questionId), name: file.name })
    const { id } = await this.call<{ readonly id: string }>('POST', url, file)
    return id
  }

  private of(token: string, below = '', query: Readonly<Record<string, string>> = {}): string {
    return this.url(`/configurations/${encodeURIComponent(token)}${below}`, query)
  }
}
