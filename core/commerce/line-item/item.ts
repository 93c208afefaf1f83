// Builds a line item from a settled configuration, and compares it with a signed one.
import { createMessage } from '../../foundation/message.js'
import { getProductTitles } from '../../shop/texts.js'
import type { ShopperPricingSession } from '../../shop/pricing-session.js'
import type { Shopper } from '../../shop/shopper.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import { fromAmount } from '../../engine/money/amount.js'
import { computeUnitTotals } from '../../engine/program/unit-totals.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { currentSelections, type MissingEntry } from '../../engine/program/configuration-view.js'
import { ValidationError } from '../../foundation/errors.js'
import { calculateLinePrice } from '../../shop/price.js'
import { listOptions } from '../configuration/summary.js'
import type { UploadNames } from '../configuration/uploads.js'
import type { LineItem, LineItemChange } from './define.js'

export function toLineItem(
  token: string,
  { product, shop, place }: ShopperPricingSession,
  state: ConfigurationState,
  shopper: Shopper,
  quantity: number,
  uploads: UploadNames,
): LineItem {
  const price = calculateLinePrice(state, product, shop, quantity)
  if (price === null) throw ValidationError.of('quantity', createMessage('shop.priceTooLarge'))
  const titles = getProductTitles(product, shop.language)
  const options = listOptions(state, product, titles, uploads)
  const { net, tax, gross, recurring } = price
  return {
    configuration: token,
    product_id: product.program.source.id,
    title: titles.product,
    quantity,
    language: shop.language,
    selections: currentSelections(state),
    options,
    skus: [product.sku, ...options.flatMap(({ skus }) => skus)].filter(Boolean),
    currency: shop.currency.code,
    ...place,
    net,
    tax,
    gross,
    recurring,
    weight: fromAmount(computeUnitTotals(state).weight * quantity),
    catalog_version: Number(product.program.source.catalog_version),
    sub: shopper.hostUserId ?? null,
    tax_context: shopper.tax ?? null,
    customer_group_id: shopper.customerGroupId,
  }
}

const comparedFields = ['title', 'net', 'gross', 'weight'] as const

/** The differences from the signed item. `automatic` are the selections that the catalogue changed. */
export function findLineItemChanges(
  item: LineItem,
  now: LineItem,
  automatic: readonly AutomaticChange[],
  missing: readonly MissingEntry[],
): readonly LineItemChange[] {
  const changes: LineItemChange[] = comparedFields
    .filter((field) => item[field] !== now[field])
    .map((field) => ({
      field,
      from: item[field],
      to: now[field],
      message: `The ${field} was ${item[field]} and is ${now[field]}.`,
    }))
  if (item.recurring.gross !== now.recurring.gross) {
    const [from, to] = [item.recurring.gross, now.recurring.gross]
    changes.push({ field: 'recurring', from, to, message: `The recurring price was ${from} and is ${to}.` })
  }
  const findText = (options: LineItem['options'], id: number): string | null =>
    options.find((option) => option.question_id === id)?.text ?? null
  const findTitle = (id: number): string => item.options.find((option) => option.question_id === id)?.question ?? String(id)
  for (const { question_id } of automatic) {
    const [from, to] = [findText(item.options, question_id), findText(now.options, question_id)]
    const becomes = to === null ? 'is no longer there' : `is '${to}' now`
    const message = `'${findTitle(question_id)}' was '${from ?? ''}' and ${becomes}.`
    changes.push({ field: 'selection', question_id, from, to, message })
  }
  for (const { question_id, message } of missing) changes.push({ field: 'missing', question_id, from: null, to: null, message })
  return changes
}
