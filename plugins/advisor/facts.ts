// Reads the state of a conversation's configuration for display, through the same verbs as the configuration page.
import { NotFoundError, type ShopperContext } from 'product-configurator-service'
import { type ConfigurationReply, type ProductReply, shopperCalls } from '#core/surface.js'
import type { ConfigurationFacts } from './define.js'

export interface ConfigurationStatus {
  readonly facts: ConfigurationFacts
  readonly product: ProductReply
  readonly configurationReply: ConfigurationReply
}

/** null if the configuration no longer exists: deleted with its product, or expired. */
export async function loadConfigurationStatus(
  shopperContext: ShopperContext,
  token: string | null,
): Promise<ConfigurationStatus | null> {
  if (token === null) return null
  try {
    const reply = await shopperCalls.runVerbForShopper<ConfigurationReply>('read-configuration', { token }, shopperContext)
    const product = await shopperCalls.runVerbForShopper<ProductReply>(
      'show-product',
      { key: String(reply.product_id), configuration: token },
      shopperContext,
    )
    return { facts: toConfigurationFacts(reply, product), product, configurationReply: reply }
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

function toConfigurationFacts(reply: ConfigurationReply, { product }: ProductReply): ConfigurationFacts {
  const titles = new Map(product.pages.flatMap(({ questions }) => questions).map(({ id, title, unit }) => [id, { title, unit }]))
  return {
    configuration: reply.configuration,
    revision: reply.revision,
    product_id: reply.product_id,
    product: product.title,
    selected: reply.questions
      .filter(({ applies, text }) => applies && text !== null)
      .map(({ id, text }) => {
        const { title = '', unit = '' } = titles.get(id) ?? {}
        return { question_id: id, question: title, text: unit === '' ? text! : `${text} ${unit}` }
      }),
    missing: reply.missing.map(({ question_id, message }) => ({ question_id, message })),
    finished: reply.missing.length === 0,
    price: reply.price,
    currency: reply.currency,
    weight: reply.weight,
  }
}
