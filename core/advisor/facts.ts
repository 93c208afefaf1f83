// Reads the state of a conversation's configuration for display, through the same verbs as the configuration page.
import type { ConfigurationReply } from '../commerce/configuration/define.js'
import type { Visit } from '../commerce/visit.js'
import { NotFoundError } from '../foundation/errors.js'
import type { ProductReply } from '../shop/catalogue/define.js'
import type { ConfigurationFacts, VerbRunner } from './define.js'

export interface ConfigurationStatus {
  readonly facts: ConfigurationFacts
  readonly product: ProductReply
  readonly configurationReply: ConfigurationReply
}

/** null if the configuration no longer exists: deleted with its product, or expired. */
export async function loadConfigurationStatus(
  visit: Visit,
  serve: VerbRunner,
  token: string | null,
): Promise<ConfigurationStatus | null> {
  if (token === null) return null
  try {
    const held = await serve<ConfigurationReply>('read-configuration', { token }, visit)
    const product = await serve<ProductReply>('show-product', { key: String(held.product_id), configuration: token }, visit)
    return { facts: toConfigurationFacts(held, product), product, configurationReply: held }
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

function toConfigurationFacts(held: ConfigurationReply, { product }: ProductReply): ConfigurationFacts {
  const titles = new Map(product.pages.flatMap(({ questions }) => questions).map(({ id, title, unit }) => [id, { title, unit }]))
  return {
    configuration: held.configuration,
    revision: held.revision,
    product_id: held.product_id,
    product: product.title,
    selected: held.questions
      .filter(({ applies, text }) => applies && text !== null)
      .map(({ id, text }) => {
        const { title = '', unit = '' } = titles.get(id) ?? {}
        return { question_id: id, question: title, text: unit === '' ? text! : `${text} ${unit}` }
      }),
    missing: held.missing.map(({ question_id, message }) => ({ question_id, message })),
    finished: held.missing.length === 0,
    price: held.price,
    currency: held.currency,
    weight: held.weight,
  }
}
