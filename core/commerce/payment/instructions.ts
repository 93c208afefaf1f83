// Builds the payment instructions shown right after ordering. The payment provider writes them without a call to its server.
import { translateMessage } from '../../engine/program/program.js'
import { NotFoundError } from '../../foundation/errors.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { Letterhead } from '../document/define.js'
import { formatDocumentNumber } from '../document/kinds.js'
import { type Instructions, parseLetterhead } from '../document/texts.js'
import type { InstructScope } from './define.js'
import { type ProviderParams, loadMethodWithProvider } from './method-with-provider.js'

/** The fields of an order that the instructions need. */
export interface PayableOrder {
  readonly number: number
  readonly number_prefix?: string
  readonly email: string
  readonly gross: number | null
  readonly currency_code: string
  readonly currency_decimals: number | null
  readonly language_tag: string
  readonly payment_method_id: number | null
  readonly shop: unknown
}

/** In the language of the order. null if there is nothing to pay or the provider has no instructions. */
export async function createInstructions(work: ServiceContext, order: PayableOrder): Promise<Instructions | null> {
  const { payment_method_id: method, gross, language_tag: language } = order
  if (method === null || (gross ?? 0) <= 0) return null
  const served = await loadMethodWithProvider(work, method).catch((error: unknown) => {
    if (error instanceof NotFoundError) return null
    // Rethrow database errors: the unit may have been rolled back.
    throw error
  })
  if (served === null) return null
  try {
    return served.provider.instruct?.(createInstructScope(work, order, served.params, language)) ?? null
  } catch (error) {
    // An order must not fail because of its payment instructions.
    work.context.log.error({ err: error, method }, 'A payment provider returned no payment instructions for an order.')
    return null
  }
}

function createInstructScope(
  { context, now }: ServiceContext,
  order: PayableOrder,
  params: ProviderParams,
  language: string,
): InstructScope<ProviderParams> {
  const texts = { questions: {}, answers: {}, messages: context.registry.shopperTexts(language), language }
  const shop: Letterhead = parseLetterhead(order.shop)
  return {
    params,
    payment: { amount: order.gross ?? 0, currency: order.currency_code, decimals: order.currency_decimals ?? 2 },
    order: { number: order.number, number_text: formatDocumentNumber(order), email: order.email, placed: now, shop },
    language,
    translate: (messageKey, values = {}) => translateMessage(texts, messageKey, values),
  }
}
