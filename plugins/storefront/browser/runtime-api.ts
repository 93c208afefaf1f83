// HTTP client for the runtime API calls of the configurator.
import type { ChangeInput, ConfigurationReply, GuidanceReply, ProductReply, StartInput } from '#core/surface.js'
import { ApiClient } from './api-client.js'

/** Query for calls whose reply must include answer prices. */
export const answerPricesQuery = { prices: '1' }

export class RuntimeApi extends ApiClient {
  /** As the shopper sees it. With a configuration: as its owner sees it, in its currency. */
  product(id: number, currency: string | null, configuration: string | null): Promise<ProductReply> {
    const chosen: Record<string, string> = currency === null ? {} : { currency }
    return this.call('GET', this.url(`/products/${id}`, configuration === null ? chosen : { configuration }))
  }

  start(input: StartInput): Promise<ConfigurationReply> {
    return this.call('POST', `${this.base}/configurations?prices=1`, { ...input, language: this.language })
  }

  read(token: string): Promise<ConfigurationReply> {
    return this.call('GET', this.configurationUrl(token, '', answerPricesQuery))
  }

  /** @param key idempotency key: the service applies the change once, however often it is sent */
  change(token: string, input: ChangeInput, key?: string): Promise<ConfigurationReply> {
    return this.call(
      'PATCH',
      this.configurationUrl(token, '', answerPricesQuery),
      input,
      key === undefined ? key : { 'idempotency-key': key },
    )
  }

  /** Switches a shopper's own configuration to the currency they have chosen since. null changes nothing. */
  async convertCurrency(reply: ConfigurationReply, currency: string | null): Promise<ConfigurationReply> {
    if (currency === null || reply.currency.code === currency) return reply
    await this.change(reply.configuration, { currency })
    return this.read(reply.configuration)
  }

  /** Calls a path below a configuration. With an input it is a POST. */
  below<T>(token: string, path: string, input?: object, query: Readonly<Record<string, string>> = {}): Promise<T> {
    return this.call(input === undefined ? 'GET' : 'POST', this.configurationUrl(token, path, query), input)
  }

  /** Answers that can no longer lead to a complete configuration. */
  guidance(token: string): Promise<GuidanceReply> {
    return this.below(token, '/guidance')
  }

  /** The URL of a configuration, or of a path below it. */
  configurationUrl(token: string, below = '', query: Readonly<Record<string, string>> = {}): string {
    return this.url(`/configurations/${encodeURIComponent(token)}${below}`, query)
  }
}
