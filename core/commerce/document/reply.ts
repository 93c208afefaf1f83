// Builds the reply about a frozen document from its stored texts and amounts, without lookups or computation.
import { isObject } from '../../foundation/json.js'
import { dayOf } from '../../foundation/clock.js'
import { uploadPrefix } from '../../model/entity/document-fields.js'
import type { AmountReply } from '../../shop/price.js'
import { formatWithUnit } from '../configuration/summary.js'
import { computeDeliveryDates, computeTotalDays, type DeliveryDates } from '../checkout/offers.js'
import type { ChargeReply, DocumentLineReply, DocumentReply, FrozenDocument, FrozenFile, FrozenLine } from './define.js'
import { formatDocumentNumber } from './kinds.js'
import { parseAddressTexts } from './texts.js'

interface StoredAmounts {
  readonly net: number | null
  readonly tax: number | null
  readonly gross: number | null
}

const toAmounts = ({ net, tax, gross }: StoredAmounts): AmountReply => ({ net: net ?? 0, tax: tax ?? 0, gross: gross ?? 0 })

function toCharge(title: string, stored: StoredAmounts): ChargeReply | null {
  return title === '' && stored.net === null ? null : { title, ...toAmounts(stored) }
}

function toDiscount(title: string, net: number | null): { readonly title: string; readonly net: number } | null {
  return net === null || net === 0 ? null : { title, net }
}

const toFileReply = ({ name, original_name, media_type, size }: FrozenFile) => ({
  id: name,
  name: original_name,
  type: media_type,
  size,
})

/** The titles of the answers, the entry with its unit, or the file's name. */
export const formatSelectionText = ({ answer_title, entry, unit }: FrozenLine['config'][number]): string =>
  answer_title || formatWithUnit(entry, unit)

function toDocumentLineReply({ values, config, files, image }: FrozenLine): DocumentLineReply {
  const recurring = {
    net: values.recurring_net,
    tax: values.recurring_tax,
    gross: values.recurring_gross,
  }
  return {
    id: values.id,
    product_id: values.product_id,
    title: values.title,
    sku: values.sku,
    image,
    quantity: values.quantity ?? 1,
    unit_net: values.unit_net ?? 0,
    net_before_discount: values.net_before_discount ?? values.net ?? 0,
    ...toAmounts(values),
    tax_rate: values.tax_rate ?? 0,
    recurring: {
      ...toAmounts(recurring),
      net_before_discount: values.recurring_net_before_discount ?? values.recurring_net ?? 0,
      tax_rate: values.recurring_tax_rate ?? 0,
      interval: values.recurring_interval,
    },
    weight: values.weight ?? 0,
    note: values.note,
    options: config.map((entry) => ({
      question: entry.question_title,
      text: formatSelectionText(entry),
      file: files.find(({ property }) => property === `${uploadPrefix}${entry.question_id}`)?.name ?? null,
      net: entry.net ?? 0,
      recurring_net: entry.recurring_net ?? 0,
    })),
    files: files.filter(({ property }) => property.startsWith(uploadPrefix)).map(toFileReply),
  }
}

/** Days until each line is ready to ship, as frozen with it; null if a line has none. */
function readDispatchTimes(lines: readonly FrozenLine[]): readonly number[] | null {
  const dispatchTimes = lines.map(({ values: { trace } }) => (isObject(trace) ? trace['dispatch_time'] : undefined))
  return dispatchTimes.every((days) => typeof days === 'number') ? dispatchTimes : null
}

/**
 * The expected delivery of a placed order, counted from the day of the order. null for a quote, and if a number is unknown.
 * @param language of the text
 */
export function computeOrderDeliveryDates({ values, shop, lines }: FrozenDocument, language: string): DeliveryDates | null {
  const dispatchTimes = readDispatchTimes(lines)
  if (!('placed' in values) || values.placed === null || dispatchTimes === null) return null
  const orderDay = dayOf(Date.parse(values.placed), shop.time_zone || 'UTC')
  return computeDeliveryDates({ dispatchTimes, deliveryDays: values.delivery_days }, orderDay, language)
}

function toDeliveryReply(document: FrozenDocument): DocumentReply['delivery'] {
  const { values, lines } = document
  const { delivery_net: net, delivery_tax: tax, delivery_gross: gross, delivery_days: days } = values
  const charge = toCharge(values.delivery_title, { net, tax, gross })
  return (
    charge && {
      ...charge,
      days,
      total_days: computeTotalDays({ dispatchTimes: readDispatchTimes(lines) ?? [], deliveryDays: days }),
      dates: computeOrderDeliveryDates(document, values.language_tag),
    }
  )
}

export function toDocumentReply(document: FrozenDocument): DocumentReply {
  const { values, shop, instructions, billing, delivery, lines, rates } = document
  return {
    token: values.token,
    number: values.number,
    number_text: formatDocumentNumber(values),
    status: values.status,
    created: values.created ?? '',
    placed: 'placed' in values ? values.placed : null,
    valid_until: 'valid_until' in values ? values.valid_until : null,
    language: values.language_tag,
    currency: {
      code: values.currency_code,
      symbol: values.currency_symbol || values.currency_code,
      decimals: values.currency_decimals ?? 2,
    },
    b2b: values.b2b === true,
    email: values.email,
    phone: values.phone,
    vat_id: values.vat_id,
    note: values.note,
    terms_agreed: values.terms_agreed,
    terms: values.terms,
    shop,
    billing: billing && parseAddressTexts(billing),
    delivery_address: delivery && parseAddressTexts(delivery),
    lines: lines.map(toDocumentLineReply),
    discount: toDiscount(values.discount_title, values.discount_net),
    recurring_discount: toDiscount(values.discount_recurring_title, values.discount_recurring_net),
    delivery: toDeliveryReply(document),
    payment: toCharge(values.payment_title, {
      net: values.payment_net,
      tax: values.payment_tax,
      gross: values.payment_gross,
    }),
    payment_instructions: instructions,
    ...toAmounts(values),
    recurring: toAmounts({ net: values.recurring_net, tax: values.recurring_tax, gross: values.recurring_gross }),
    rates: rates.map(({ recurring, rate, code, net, tax }) => ({
      recurring: recurring === true,
      rate: rate ?? 0,
      code,
      net: net ?? 0,
      tax: tax ?? 0,
    })),
    weight: values.weight ?? 0,
    weight_unit: values.weight_unit,
  }
}
