// The calls that the configurator makes.
import type { ChangeInput, ConfigurationReply, StartInput } from '#core/commerce/configuration/define.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { GuidanceReply } from '#core/commerce/configuration/guidance.js'
import { Service } from './service.js'

/** The query of calls whose reply is to hold what answers cost. */
export const priced = { prices: '1' }

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
    return this.call('GET', this.of(token, '', priced))
  }

  /** @param key under it the change is made once, however often it is sent */
  change(token: string, input: ChangeInput, key?: string): Promise<ConfigurationReply> {
    return this.call('PATCH', this.of(token, '', priced), input, key === undefined ? key : { 'idempotency-key': key })
  }

  /** A shopper's own configuration in the currency that he has chosen since; null leaves it as it is. */
  async inCurrency(reply: ConfigurationReply, currency: string | null): Promise<ConfigurationReply> {
    if (currency === null || reply.currency.code === currency) return reply
    await this.change(reply.configuration, { currency })
    return this.read(reply.configuration)
  }

  /** A call below a configuration: with an input it is a POST. */
  below<T>(token: string, path: string, input?: object, query: Readonly<Record<string, string>> = {}): Promise<T> {
    return this.call(input === undefined ? 'GET' : 'POST', this.of(token, path, query), input)
  }

  /** Which answers still lead to a whole configuration. */
  guidance(token: string): Promise<GuidanceReply> {
    return this.below(token, '/guidance')
  }

  /** The address of a configuration, or of what is below it. */
  of(token: string, below = '', query: Readonly<Record<string, string>> = {}): string {
    return this.url(`/configurations/${encodeURIComponent(token)}${below}`, query)
  }
}
