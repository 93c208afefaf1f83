// Messages about changes of a cart position since the shopper saw it last: availability, quantity, selection or price.
import { computeUnitTotals } from '../../engine/program/unit-totals.js'
import { viewQuestion } from '../../engine/program/configuration-view.js'
import { type Amount, toAmount } from '../../engine/money/amount.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { Work } from '../../storage/work.js'
import { moneyText } from '../../shop/money-text.js'
import { amountReply } from '../../shop/price.js'
import type { Shop } from '../../shop/shop.js'
import { said, titlesOf } from '../../shop/texts.js'
import type { Notice } from './define.js'
import { isQuantity } from './quantity.js'
import type { StoredPosition } from './rows.js'
import { isSold, type SettledPosition } from './settle.js'

type Values = Readonly<Record<string, string | number>>

/** Translates messages for the shopper. */
interface Speaker {
  readonly shop: Shop
  say(sentence: string, values: Values): string
}

function quantityNotice(
  { position: { quantity }, product: { quantities } }: SettledPosition,
  { say }: Speaker,
): readonly Notice[] {
  if (isQuantity(quantity, quantities)) return []
  const { min, max, step } = quantities
  const sentence = 'A quantity of {quantity} is no longer possible. You can order {min} to {max} pieces, in steps of {step}.'
  return [{ code: 'QUANTITY_NOT_ALLOWED', message: say(sentence, { quantity, min, max, step }) }]
}

function selectionNotice({ state, product }: SettledPosition, change: AutomaticChange, { shop, say }: Speaker): Notice {
  const { question_id: id, to } = change
  const index = state.program.questionIndex.get(id)
  const question = titlesOf(product, shop.language).questions[id]
  const code = 'SELECTION_CHANGED'
  if (index === undefined || question === undefined) {
    return { code, message: say('One of your selections is no longer part of this product.', {}) }
  }
  if (to === null) return { code, message: say("Your selection for '{question}' is no longer available.", { question }) }
  const text = viewQuestion(state, index).text ?? to
  return { code, message: say("Your selection for '{question}' is now '{text}'.", { question, text }) }
}

/** The previous and current unit price as text; null if it is unchanged or prices are hidden. */
function priceChange(before: number | null, now: Amount, shop: Shop, taxClassId: number | null): Values | null {
  if (before === null || toAmount(before) === now || !shop.maySeePrices) return null
  const [from, to] = [toAmount(before), now].map((unit) => {
    const reply = amountReply(unit, shop, taxClassId)
    return reply && moneyText(shop.b2b ? reply.net : reply.gross, shop)
  })
  return from && to ? { from, to } : null
}

function priceNotices({ position, product, state }: SettledPosition, { shop, say }: Speaker): readonly Notice[] {
  const { net, recurring } = computeUnitTotals(state)
  const once = priceChange(position.unitNet, net, shop, product.taxClassId)
  const again = priceChange(position.unitRecurring, recurring, shop, product.taxClassRecurringId)
  const messages = [
    once && say('The unit price has changed from {from} to {to}.', once),
    again && say('The recurring unit price has changed from {from} to {to}.', again),
  ]
  return messages.flatMap((message) => (message === null ? [] : [{ code: 'PRICE_CHANGED', message }]))
}

/** The message for a position whose product was deleted. */
export function goneNotice({ title }: StoredPosition, { context }: Work, { language }: Shop): string {
  return said(context.registry, language, "'{title}' is no longer available.", { title })
}

/** In the shopper's language. Missing entries have their own messages. */
export function noticesOf(settled: SettledPosition, work: Work, shop: Shop): readonly Notice[] {
  const say: Speaker['say'] = (sentence, values) => said(work.context.registry, shop.language, sentence, values)
  const title = titlesOf(settled.product, shop.language).product
  if (!isSold(settled)) return [{ code: 'UNAVAILABLE', message: say("'{title}' is no longer available.", { title }) }]
  const speaker = { shop, say }
  return [
    ...quantityNotice(settled, speaker),
    ...settled.automatic.map((change) => selectionNotice(settled, change, speaker)),
    ...priceNotices(settled, speaker),
  ]
}
