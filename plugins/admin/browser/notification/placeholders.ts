// The placeholders that the menu of the editor offers, with their meanings, and the check of placeholders in a text.
import type { EditorTextKey } from '../editor/editor-text.js'
import { useQuery } from '@tanstack/react-query'
import { requestBody } from '../base/api.js'
import { useDebouncedValue } from '../editor/editor-product.js'

interface PlaceholderGroup {
  readonly heading: EditorTextKey
  readonly placeholders: readonly (readonly [path: string, meaning: EditorTextKey])[]
}

const quoteStatuses: ReadonlySet<unknown> = new Set(['requested', 'sent', 'accepted', 'declined', 'expired'])

const documentFacts = (owner: 'order' | 'quote'): PlaceholderGroup['placeholders'] => [
  [`${owner}.gross`, 'mailGross'],
  [`${owner}.net`, 'mailNet'],
  [`${owner}.tax`, 'mailTax'],
  [`${owner}.discount`, 'mailDiscount'],
  [`${owner}.recurring_gross`, 'mailRecurringGross'],
  [`${owner}.delivery_title`, 'mailDeliveryTitle'],
  [`${owner}.delivery_days`, 'mailDeliveryDays'],
  ...(owner === 'order' ? [['order.delivery_dates', 'mailDeliveryDates'] as const] : []),
  [`${owner}.weight`, 'mailWeight'],
  [`${owner}.note`, 'mailNote'],
  [`${owner}.admin_link`, 'mailAdminLink'],
]

const quoteGroups: readonly PlaceholderGroup[] = [
  {
    heading: 'mailPartsHeading',
    placeholders: [
      ['quote.items_block', 'mailItemsBlock'],
      ['quote.addresses_block', 'mailAddressesBlock'],
      ['quote.button', 'mailQuoteButton'],
      ['quote.customer_block', 'mailCustomerBlock'],
    ],
  },
  {
    heading: 'mailQuoteHeading',
    placeholders: [
      ['quote.number', 'mailQuoteNumber'],
      ['quote.date', 'mailQuoteDate'],
      ['quote.valid_until', 'mailValidUntil'],
      ['quote.answer', 'mailAnswer'],
      ['quote.link', 'mailQuoteLink'],
      ...documentFacts('quote'),
    ],
  },
]

const orderGroups: readonly PlaceholderGroup[] = [
  {
    heading: 'mailPartsHeading',
    placeholders: [
      ['order.items_block', 'mailItemsBlock'],
      ['order.payment_block', 'mailPaymentBlock'],
      ['order.addresses_block', 'mailAddressesBlock'],
      ['order.button', 'mailOrderButton'],
      ['order.customer_block', 'mailCustomerBlock'],
    ],
  },
  {
    heading: 'mailOrderHeading',
    placeholders: [
      ['order.number', 'mailOrderNumber'],
      ['order.date', 'mailOrderDate'],
      ['order.payment_title', 'mailPaymentTitle'],
      ['order.payment_text', 'mailPaymentText'],
      ['order.link', 'mailOrderLink'],
      ...documentFacts('order'),
    ],
  },
]

const shipmentGroup: PlaceholderGroup = {
  heading: 'mailShipmentHeading',
  placeholders: [
    ['shipment.block', 'mailShipmentBlock'],
    ['shipment.number', 'mailShipmentNumber'],
    ['shipment.carrier', 'mailCarrier'],
    ['shipment.tracking_code', 'mailTrackingCode'],
    ['shipment.tracking_url', 'mailTrackingUrl'],
    ['shipment.date', 'mailShipmentDate'],
  ],
}

const refundGroup: PlaceholderGroup = {
  heading: 'mailRefundHeading',
  placeholders: [
    ['refund.block', 'mailRefundBlock'],
    ['refund.amount', 'mailRefundAmount'],
    ['refund.paid', 'mailRefundPaid'],
    ['refund.before', 'mailRefundBefore'],
    ['refund.kept', 'mailRefundKept'],
  ],
}

const creditNoteGroup: PlaceholderGroup = {
  heading: 'mailCreditHeading',
  placeholders: [
    ['credit_note.block', 'mailCreditBlock'],
    ['credit_note.number', 'mailCreditNumber'],
    ['credit_note.date', 'mailCreditDate'],
    ['credit_note.reason', 'mailCreditReason'],
    ['credit_note.gross', 'mailCreditGross'],
    ['credit_note.refund', 'mailCreditRefund'],
  ],
}

/** The placeholders of occasions other than statuses. */
const occasionGroups: Readonly<Record<string, PlaceholderGroup>> = {
  shipment: shipmentGroup,
  partly_refunded: refundGroup,
  credit_note: creditNoteGroup,
}

const commonGroups: readonly PlaceholderGroup[] = [
  {
    heading: 'mailCustomerHeading',
    placeholders: [
      ['customer.name', 'mailCustomerName'],
      ['customer.first_name', 'mailCustomerFirstName'],
      ['customer.last_name', 'mailCustomerLastName'],
      ['customer.company', 'mailCustomerCompany'],
      ['customer.email', 'mailCustomerEmail'],
      ['customer.phone', 'mailCustomerPhone'],
      ['customer.vat_id', 'mailCustomerVatId'],
    ],
  },
  {
    heading: 'mailShopHeading',
    placeholders: [
      ['shop.name', 'mailShopName'],
      ['shop.email', 'mailShopEmail'],
      ['shop.phone', 'mailShopPhone'],
      ['shop.line1', 'mailShopStreet'],
      ['shop.zip', 'mailShopZip'],
      ['shop.city', 'mailShopCity'],
      ['shop.country', 'mailShopCountry'],
      ['shop.bank_name', 'mailShopBank'],
      ['shop.iban', 'mailIban'],
      ['shop.bic', 'mailBic'],
    ],
  },
]

/**
 * The placeholders that have values in mails about the status.
 * @param withParts false for a subject, which cannot contain a ready-made part
 */
export function listPlaceholderGroups(status: unknown, withParts = true): readonly PlaceholderGroup[] {
  const occasion = occasionGroups[String(status)]
  const groups = quoteStatuses.has(status) ? quoteGroups : [...(occasion ? [occasion] : []), ...orderGroups]
  return [...groups, ...commonGroups]
    .map(({ heading, placeholders }) => ({
      heading,
      placeholders: placeholders.filter(([path]) => withParts || !/(\.|_)(block|button)$/.test(path)),
    }))
    .filter(({ placeholders }) => placeholders.length > 0)
}

/** Milliseconds after the last key until the check. */
const checkDelay = 350

/** Problems of the placeholders in a text. */
export function useTemplateProblems(key: string, text: string): readonly string[] {
  const settled = useDebouncedValue(text, checkDelay)
  const enabled = /[{}]/.test(settled)
  const { data } = useQuery({
    queryKey: ['template-check', key, settled],
    enabled,
    queryFn: ({ signal }) =>
      requestBody<readonly string[]>('POST', 'notifications/check', { body: { texts: { [key]: settled } }, signal }),
  })
  return enabled && settled === text ? (data ?? []) : []
}
