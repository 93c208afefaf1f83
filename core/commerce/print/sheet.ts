// Builds the sheet of a printed document: its whole content, in its own language, from frozen texts and amounts only.
import type { SentenceTranslations } from '../../foundation/language/translations.js'
import type { DocumentReply, FrozenDocument } from '../document/define.js'
import { documentReply } from '../document/reply.js'
import { addressLines, imprint, senderLine } from './address.js'
import type { PictureName, Printed, PrintSheet } from './define.js'
import { printedNote } from './printed-note.js'
import { tableOf } from './rows.js'
import { recurringSums, sumsOf } from './sums.js'
import { type Wording, wordingOf } from './wording.js'

/** The fields that an invoice adds to its order. */
export interface InvoiceTexts {
  readonly number: string
  readonly created: string | null
  /** When the goods were delivered. null if they were paid in advance, on the day of the invoice. */
  readonly supplied: string | null
}

export interface SheetSource {
  readonly document: FrozenDocument
  /** Only for an invoice. */
  readonly invoice?: InvoiceTexts | null
  readonly logo?: PictureName | null
  readonly sentences: SentenceTranslations
}

interface Parts {
  readonly reply: DocumentReply
  readonly invoice: InvoiceTexts | null
  readonly wording: Wording
}

type Fact = readonly [label: string, text: string]

interface Kind {
  /** English, with {number}. */
  readonly title: string
  /** Prefix of the file name. */
  readonly file: string
  readonly prices: boolean
  readonly unitPrices: boolean
  /** True: the document includes the payment instructions. */
  readonly instructs?: true
  /** The address of the recipient. */
  readonly to: 'billing' | 'delivery'
  number(parts: Parts): string
  dated(parts: Parts): string
  facts(parts: Parts): readonly Fact[]
}

const orderNumber = ({ reply }: Parts): string => String(reply.number ?? '')
const placed = ({ reply }: Parts): string => reply.placed || reply.created

const orderFacts = (parts: Parts): readonly Fact[] => [
  [parts.wording.say('Order number'), orderNumber(parts)],
  [parts.wording.say('Order date'), parts.wording.date(placed(parts))],
]

const customerVatId = ({ reply, wording }: Parts): Fact => [wording.say('Your VAT ID'), reply.vat_id]
const payment = ({ reply, wording }: Parts): Fact => [wording.say('Payment'), reply.payment?.title ?? '']

function delivery({ reply, wording }: Parts): readonly Fact[] {
  const days = reply.delivery?.days ?? null
  return [
    [wording.say('Shipping'), reply.delivery?.title ?? ''],
    [wording.say('Delivery time'), days === null || days === 0 ? '' : wording.days(days)],
  ]
}

const orderLike = { prices: true, to: 'billing' } as const

export const kinds: Readonly<Record<Printed, Kind>> = {
  confirmation: {
    ...orderLike,
    title: 'Order confirmation {number}',
    file: 'order',
    unitPrices: false,
    instructs: true,
    number: orderNumber,
    dated: placed,
    facts: (parts) => [...orderFacts(parts), customerVatId(parts), ...delivery(parts), payment(parts)],
  },
  invoice: {
    ...orderLike,
    title: 'Invoice {number}',
    file: 'invoice',
    unitPrices: true,
    number: ({ invoice }) => invoice?.number ?? '',
    dated: ({ invoice, reply }) => invoice?.created || reply.created,
    facts: (parts) => [
      [parts.wording.say('Invoice number'), parts.invoice?.number ?? ''],
      [parts.wording.say('Invoice date'), parts.wording.date(parts.invoice?.created ?? null)],
      supply(parts),
      ...orderFacts(parts),
      customerVatId(parts),
      payment(parts),
    ],
  },
  'delivery-note': {
    title: 'Delivery note for order {number}',
    file: 'delivery-note',
    prices: false,
    unitPrices: false,
    to: 'delivery',
    number: orderNumber,
    dated: placed,
    facts: (parts) => [
      ...orderFacts(parts),
      [parts.wording.say('Shipping'), parts.reply.delivery?.title ?? ''],
      [parts.wording.say('Weight'), weight(parts)],
      [parts.wording.say('Phone'), parts.reply.phone],
    ],
  },
  quote: {
    ...orderLike,
    title: 'Quote {number}',
    file: 'quote',
    unitPrices: false,
    number: orderNumber,
    dated: ({ reply }) => reply.created,
    facts: (parts) => [
      [parts.wording.say('Quote number'), orderNumber(parts)],
      [parts.wording.say('Date'), parts.wording.date(parts.reply.created)],
      [parts.wording.say('Valid until'), parts.wording.date(parts.reply.valid_until)],
      customerVatId(parts),
      ...delivery(parts),
    ],
  },
}

/** The tax point, which an invoice must state (Directive 2006/112/EC, article 226, 7). */
function supply({ invoice, wording }: Parts): Fact {
  const supplied = invoice?.supplied ?? null
  return supplied === null
    ? [wording.say('Payment date'), wording.date(invoice?.created ?? null)]
    : [wording.say('Date of supply'), wording.date(supplied)]
}

function weight({ reply, wording }: Parts): string {
  return reply.weight === 0 ? '' : `${wording.number(reply.weight)} ${reply.weight_unit}`.trim()
}

/** The reasons for a zero rate, which an invoice must state; with {id}. */
const untaxed = {
  reverse_charge:
    'No VAT is charged: the recipient is liable for VAT (intra-Community supply or reverse charge). VAT ID of the recipient: {id}.',
  export: 'No VAT is charged: this is a tax-exempt export.',
  exempt: 'No VAT is charged: the recipient is tax-exempt.',
} as const

/** The instruction, followed by the values to copy. */
function paying({ payment_instructions: told }: DocumentReply): readonly string[] {
  if (told === null) return []
  return [told.text, ...told.details.map(({ label, text }) => `${label}: ${text}`)].filter((one) => one !== '')
}

function notes({ prices, instructs }: Kind, document: FrozenDocument, { reply, wording }: Parts): readonly string[] {
  const { say, date } = wording
  const agreed = date(document.values.terms_agreed)
  const reason = document.values.untaxed
  const answer = 'answer' in document.values ? document.values.answer : ''
  return [
    ...(answer ? [answer] : []),
    ...(instructs ? paying(reply) : []),
    ...(prices && reason !== '' ? [say(untaxed[reason], { id: reply.vat_id })] : []),
    ...(reply.valid_until ? [say('This quote is valid until {date}.', { date: date(reply.valid_until) })] : []),
    ...(prices && agreed ? [say('You agreed to our terms and conditions on {date}.', { date: agreed })] : []),
    ...(reply.note ? [say('Your note: {note}', { note: printedNote(reply.note, wording) })] : []),
  ]
}

/** Letters, digits and dashes of any script. */
const fileNameOf = (kind: string, number: string): string =>
  `${kind}-${number}`
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)

/** The sheet of a document. The same frozen records always give the same sheet. */
export function sheetOf(printed: Printed, { document, invoice = null, logo = null, sentences }: SheetSource): PrintSheet {
  const kind = kinds[printed]
  const reply = documentReply(document)
  const wording = wordingOf(reply.language || 'en', sentences, reply.currency, reply.shop.time_zone || 'UTC')
  const parts: Parts = { reply, invoice, wording }
  const { say } = wording
  const addresses = { billing: addressLines(reply.billing), delivery: addressLines(reply.delivery_address) }
  const other = kind.to === 'billing' ? 'delivery' : 'billing'
  // A quote may have no address. The e-mail address is then the recipient.
  const given = addresses[kind.to].length > 0 ? addresses[kind.to] : addresses[other]
  const recipient = given.length > 0 ? given : [document.values.email].filter((email) => email !== '')
  const differs = addresses[other].length > 0 && addresses[other].join('\n') !== recipient.join('\n')
  const number = kind.number(parts)
  return {
    language: wording.language,
    direction: wording.direction,
    title: say(kind.title, { number }).trim(),
    fileName: fileNameOf(kind.file, number),
    dated: kind.dated(parts),
    shop: reply.shop.name,
    sender: senderLine(reply.shop),
    logo,
    recipient,
    other: differs ? { label: say(other === 'delivery' ? 'Shipping address' : 'Ordered by'), lines: addresses[other] } : null,
    facts: kind.facts(parts).filter(([, text]) => text !== ''),
    ...tableOf(document, reply, wording, { prices: kind.prices, unitPrices: kind.unitPrices || (kind.prices && reply.b2b) }),
    sums: kind.prices ? [...sumsOf(reply, wording), ...recurringSums(reply, wording)] : [],
    notes: notes(kind, document, parts),
    imprint: imprint(reply.shop, { vatId: say('VAT ID') }),
    pageOf: say('Page {page} of {pages}', { page: '{page}', pages: '{pages}' }),
  }
}
