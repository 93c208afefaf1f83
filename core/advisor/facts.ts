// Reads the state of a conversation's configuration for display, through the same verbs as the configuration page.
import type { ConfigurationReply } from '../commerce/configuration/define.js'
import type { Visit } from '../commerce/visit.js'
import { NotFoundError } from '../foundation/errors.js'
import type { ProductReply } from '../shop/catalogue/define.js'
import type { Facts, Serve } from './define.js'

export interface Standing {
  readonly facts: Facts
  readonly product: ProductReply
  readonly held: ConfigurationReply
}

/** null if the configuration no longer exists: deleted with its product, or expired. */
export async function standingOf(visit: Visit, serve: Serve, token: string | null): Promise<Standing | null> {
  if (token === null) return null
  try {
    const held = await serve<ConfigurationReply>('read-configuration', { token }, visit)
    const product = await serve<ProductReply>('show-product', { key: String(held.product_id), configuration: token }, visit)
    return { facts: factsOf(held, product), product, held }
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

function factsOf(held: ConfigurationReply, { product }: ProductReply): Facts {
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
