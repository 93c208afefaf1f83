// Builds the sheet of a printed document: its whole content, in its own language, from frozen texts and amounts only.
import {
  createRecurringSums,
  createSums,
  type CreditNoteTexts,
  type DocumentReply,
  type FrozenDocument,
  type InvoiceTexts,
  type PictureName,
  type MessageKey,
  type MessageTexts,
  type AddressReply,
  type Letterhead,
  type DocumentLineReply,
  type FrozenFile,
  type FrozenLine,
  roundResult,
} from 'product-configurator-service'
import type { PrintKind, PrintSheet, SheetColumn, SheetDetail, SheetRow } from './define.js'
import { createPrintFormats, type PrintFormats, createNoteShortener, type NoteShortener } from './print-formats.js'

export interface SheetSource {
  readonly document: FrozenDocument
  readonly reply: DocumentReply
  /** Only for an invoice. */
  readonly invoice?: InvoiceTexts | null
  /** Only for a credit note. */
  readonly creditNote?: CreditNoteTexts | null
  readonly logo?: PictureName | null
  readonly documentTexts: MessageTexts
}

interface SheetParts {
  readonly reply: DocumentReply
  readonly invoice: InvoiceTexts | null
  readonly creditNote: CreditNoteTexts | null
  readonly wording: PrintFormats
  readonly shortenNote: NoteShortener
}

type SheetFact = readonly [label: string, text: string]

interface SheetKind {
  /** English. Printed, and offered to choose from. */
  readonly label: string
  /** With {number}. */
  readonly title: MessageKey
  /** The title of a credit note of a whole invoice. */
  readonly cancellationTitle?: MessageKey
  /** Prefix of the file name. */
  readonly file: string
  readonly prices: boolean
  readonly unitPrices: boolean
  /** True: the document includes the payment instructions. */
  readonly instructs?: true
  /** The address of the recipient. */
  readonly to: 'billing' | 'delivery'
  number(parts: SheetParts): string
  dated(parts: SheetParts): string
  facts(parts: SheetParts): readonly SheetFact[]
}

const formatOrderNumber = ({ reply }: SheetParts): string => reply.number_text
const getPlacedDate = ({ reply }: SheetParts): string => reply.placed || reply.created

const createOrderFacts = (parts: SheetParts): readonly SheetFact[] => [
  [parts.wording.translate('documents.orderNumber'), formatOrderNumber(parts)],
  [parts.wording.translate('documents.orderDate'), parts.wording.date(getPlacedDate(parts))],
]

const createVatIdFact = ({ reply, wording }: SheetParts): SheetFact => [wording.translate('documents.yourVatId'), reply.vat_id]
const createPaymentFact = ({ reply, wording }: SheetParts): SheetFact => [
  wording.translate('documents.payment'),
  reply.payment?.title ?? '',
]

function createDeliveryFacts({ reply: { delivery }, wording }: SheetParts): readonly SheetFact[] {
  const [dates, days] = [delivery?.dates, delivery?.total_days]
  return [
    [wording.translate('documents.shipping'), delivery?.title ?? ''],
    dates
      ? [wording.translate('documents.delivery'), dates.text]
      : [wording.translate('documents.deliveryTime'), days ? wording.days(days) : ''],
  ]
}

const orderKindDefaults = { prices: true, to: 'billing' } as const

export const sheetKinds: Readonly<Record<PrintKind, SheetKind>> = {
  confirmation: {
    ...orderKindDefaults,
    label: 'Order confirmation',
    title: 'documents.confirmationTitle',
    file: 'order',
    unitPrices: false,
    instructs: true,
    number: formatOrderNumber,
    dated: getPlacedDate,
    facts: (parts) => [
      ...createOrderFacts(parts),
      createVatIdFact(parts),
      ...createDeliveryFacts(parts),
      createPaymentFact(parts),
    ],
  },
  invoice: {
    ...orderKindDefaults,
    label: 'Invoice',
    title: 'documents.invoiceTitle',
    file: 'invoice',
    unitPrices: true,
    number: ({ invoice }) => invoice?.number ?? '',
    dated: ({ invoice, reply }) => invoice?.created || reply.created,
    facts: (parts) => [
      [parts.wording.translate('documents.invoiceNumber'), parts.invoice?.number ?? ''],
      [parts.wording.translate('documents.invoiceDate'), parts.wording.date(parts.invoice?.created ?? null)],
      createSupplyFact(parts),
      ...createOrderFacts(parts),
      createVatIdFact(parts),
      createPaymentFact(parts),
    ],
  },
  'delivery-note': {
    label: 'Delivery note',
    title: 'documents.deliveryNoteTitle',
    file: 'delivery-note',
    prices: false,
    unitPrices: false,
    to: 'delivery',
    number: formatOrderNumber,
    dated: getPlacedDate,
    facts: (parts) => [
      ...createOrderFacts(parts),
      [parts.wording.translate('documents.shipping'), parts.reply.delivery?.title ?? ''],
      [parts.wording.translate('documents.weight'), formatWeight(parts)],
      [parts.wording.translate('documents.phone'), parts.reply.phone],
    ],
  },
  'credit-note': {
    ...orderKindDefaults,
    label: 'Credit note',
    title: 'documents.creditNoteTitle',
    cancellationTitle: 'documents.cancellationTitle',
    file: 'credit-note',
    unitPrices: false,
    number: ({ creditNote }) => creditNote?.number ?? '',
    dated: ({ creditNote, reply }) => creditNote?.created || reply.created,
    facts: (parts) => [
      [parts.wording.translate('documents.creditNoteNumber'), parts.creditNote?.number ?? ''],
      [parts.wording.translate('documents.date'), parts.wording.date(parts.creditNote?.created ?? null)],
      [parts.wording.translate('documents.forInvoice'), parts.invoice?.number ?? ''],
      [parts.wording.translate('documents.invoiceDate'), parts.wording.date(parts.invoice?.created ?? null)],
      ...createOrderFacts(parts),
      createVatIdFact(parts),
    ],
  },
  quote: {
    ...orderKindDefaults,
    label: 'Quote',
    title: 'documents.quoteTitle',
    file: 'quote',
    unitPrices: false,
    number: formatOrderNumber,
    dated: ({ reply }) => reply.created,
    facts: (parts) => [
      [parts.wording.translate('documents.quoteNumber'), formatOrderNumber(parts)],
      [parts.wording.translate('documents.date'), parts.wording.date(parts.reply.created)],
      [parts.wording.translate('documents.validUntil'), parts.wording.date(parts.reply.valid_until)],
      createVatIdFact(parts),
      ...createDeliveryFacts(parts),
    ],
  },
}

/** The tax point, which an invoice must state (Directive 2006/112/EC, article 226, 7). */
function createSupplyFact({ invoice, wording }: SheetParts): SheetFact {
  const supplied = invoice?.supplied ?? null
  return supplied === null
    ? [wording.translate('documents.paymentDate'), wording.date(invoice?.created ?? null)]
    : [wording.translate('documents.dateOfSupply'), wording.date(supplied)]
}

function formatWeight({ reply, wording }: SheetParts): string {
  return reply.weight === 0 ? '' : `${wording.number(reply.weight)} ${reply.weight_unit}`.trim()
}

/** The reasons for a zero rate, which an invoice must state; with {id}. */
const untaxedMessages = {
  reverse_charge: 'documents.reverseCharge',
  export: 'documents.taxFreeExport',
  exempt: 'documents.exemptRecipient',
} as const

/** The instruction, followed by the values to copy, one per line. */
function formatPaymentInstructions({ payment_instructions: instructions }: DocumentReply): readonly string[] {
  if (instructions === null) return []
  const lines = [instructions.text, ...instructions.details.map(({ label, text }) => `${label}: ${text}`)]
  return [lines.filter((line) => line !== '').join('\n')].filter((note) => note !== '')
}

function buildNotes(
  { prices, instructs }: SheetKind,
  document: FrozenDocument,
  { reply, creditNote, wording, shortenNote }: SheetParts,
): readonly string[] {
  const { translate, date } = wording
  const agreed = creditNote ? '' : date(document.values.terms_agreed)
  const reason = document.values.untaxed
  const answer = 'answer' in document.values ? document.values.answer : ''
  return [
    ...(answer ? [answer] : []),
    ...(instructs ? formatPaymentInstructions(reply) : []),
    ...(prices && reason !== '' ? [translate(untaxedMessages[reason], { id: reply.vat_id })] : []),
    ...(reply.valid_until ? [translate('documents.quoteValidity', { date: date(reply.valid_until) })] : []),
    ...(prices && agreed ? [translate('documents.termsAgreed', { date: agreed })] : []),
    ...(creditNote?.reason ? [translate('documents.reason', { reason: creditNote.reason })] : []),
    ...(reply.note && !creditNote ? [translate('documents.yourNote', { note: shortenNote(reply.note) })] : []),
  ]
}

/** Letters, digits and dashes of any script. */
const toFileName = (kind: string, number: string): string =>
  `${kind}-${number}`
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)

const removeEmptyLines = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '')

/** One text per line; empty for an empty address. */
function formatAddressLines(address: AddressReply | null): readonly string[] {
  if (address === null) return []
  const { company, first_name, last_name, line1, line2, zip, city, county, state, country } = address
  return removeEmptyLines([company, `${first_name} ${last_name}`, line1, line2, `${zip} ${city}`, county, state, country])
}

/** The shop in one line. */
function formatSenderLine({ name, line1, line2, zip, city }: Letterhead): string {
  return removeEmptyLines([name, line1, line2, `${zip} ${city}`]).join(' · ')
}

/** The page footer: address, contact and registration, bank details. */
function formatImprint(shop: Letterhead, labels: { readonly vatId: string }): readonly (readonly string[])[] {
  const { name, line1, line2, zip, city, country, phone, email_sales, vat_id, company_register, bank_name, iban, bic } = shop
  return [
    removeEmptyLines([name, line1, line2, `${zip} ${city}`, country]),
    removeEmptyLines([phone, email_sales, vat_id && `${labels.vatId}: ${vat_id}`, company_register]),
    removeEmptyLines([bank_name, iban && `IBAN: ${iban}`, bic && `BIC: ${bic}`]),
  ].filter((lines) => lines.length > 0)
}

export interface TableOptions {
  readonly shortenNote: NoteShortener
  readonly prices: boolean
  /** The net price per piece, which an invoice must state. */
  readonly unitPrices: boolean
}

interface ColumnDefinition {
  readonly label: string
  readonly width: number | null
  readonly align: SheetColumn['align']
  text(line: DocumentLineReply, index: number): string
}

/** File properties of the pictures of a line. */
const productPictureProperty = 'picture'
const lowestLayerProperty = 'layer:0'
const toAnswerPictureProperty = (answer: number | null): string => `answer:${answer}`
const toUploadPropertyName = (question: number | null): string => `question:${question}`

function createColumns(
  document: FrozenDocument,
  reply: DocumentReply,
  wording: PrintFormats,
  options: TableOptions,
): readonly ColumnDefinition[] {
  const { translate, money, unitMoney, number, percent } = wording
  const { prices, unitPrices } = options
  /** Unit prices are frozen in the base currency. This factor converts them and was frozen with them. */
  const factor = document.values.currency_multiplicator ?? 1
  const end = 'end'
  const first: readonly ColumnDefinition[] = [
    { label: translate('documents.position'), width: 28, align: 'start', text: (_line, index) => number(index + 1) },
    { label: translate('documents.item'), width: null, align: 'start', text: ({ title }) => title },
    { label: translate('documents.quantity'), width: 52, align: end, text: ({ quantity }) => number(quantity) },
  ]
  if (!prices) {
    const weight = (line: DocumentLineReply): string => `${number(line.weight)} ${reply.weight_unit}`.trim()
    return [...first, { label: translate('documents.weight'), width: 90, align: end, text: weight }]
  }
  const isRecurringOnly = ({ unit_net, gross, recurring }: DocumentLineReply): boolean =>
    unit_net === 0 && gross === 0 && recurring.net_before_discount !== 0
  const unitPrice: ColumnDefinition = {
    label: translate('documents.unitPriceNet'),
    width: 84,
    align: end,
    text: (line) => (isRecurringOnly(line) ? '' : unitMoney(roundResult(line.unit_net * factor))),
  }
  return [
    ...first,
    ...(unitPrices ? [unitPrice] : []),
    { label: translate('documents.vat'), width: 46, align: end, text: ({ tax_rate }) => percent(tax_rate) },
    {
      label: reply.b2b ? translate('documents.amountNet') : translate('documents.amount'),
      width: 84,
      align: end,
      text: (line) => (isRecurringOnly(line) ? '' : money(reply.b2b ? line.net_before_discount : line.gross)),
    },
  ]
}

/** The file of the line with this property, if it is a picture. */
function findPicture(files: readonly FrozenFile[], property: string): string | null {
  return files.find((file) => file.property === property && file.media_type.startsWith('image/'))?.name ?? null
}

/** True if the line has the picture of the configured product. */
const hasLayers = (files: readonly FrozenFile[]): boolean => findPicture(files, lowestLayerProperty) !== null

function buildDetails(
  line: DocumentLineReply,
  { config, files }: FrozenLine,
  b2b: boolean,
  { prices, shortenNote }: TableOptions,
  wording: PrintFormats,
): readonly SheetDetail[] {
  const { translate, money } = wording
  const plain = (label: string, text: string): readonly SheetDetail[] => (text === '' ? [] : [{ label, text, picture: null }])
  const { recurring } = line
  const repeats = prices && (recurring.gross !== 0 || recurring.net_before_discount !== 0)
  const amount = money(b2b ? recurring.net_before_discount : recurring.gross)
  return [
    ...plain(translate('documents.sku'), line.sku),
    ...config.map((entry, index) => ({
      label: entry.question_title,
      text: shortenNote(line.options[index]!.text),
      // The picture of the configured product already shows its answers.
      picture:
        (hasLayers(files) ? null : findPicture(files, toAnswerPictureProperty(entry.answer_id))) ??
        findPicture(files, toUploadPropertyName(entry.question_id)),
    })),
    ...(repeats ? plain(recurring.interval || translate('documents.recurring'), amount) : []),
    ...plain(translate('documents.note'), shortenNote(line.note)),
  ]
}

/** Builds the table of a printed document: its columns, and a row for each line with its selections. */
function buildSheetTable(document: FrozenDocument, reply: DocumentReply, wording: PrintFormats, options: TableOptions) {
  const visibleColumns = createColumns(document, reply, wording, options)
  const columns = visibleColumns.map(({ label, width, align }): SheetColumn => ({ label, width, align }))
  const rows = reply.lines.map((line, index): SheetRow => {
    const frozen = document.lines[index]!
    return {
      cells: visibleColumns.map((cell) => cell.text(line, index)),
      picture: hasLayers(frozen.files) ? frozen.image : findPicture(frozen.files, productPictureProperty),
      details: buildDetails(line, frozen, reply.b2b, options, wording),
    }
  })
  return { columns, rows, titleColumn: 1 }
}

/** The sheet of a document. The same frozen records always give the same sheet. */
export function buildPrintSheet(
  printed: PrintKind,
  { document, reply: source, invoice = null, creditNote = null, logo = null, documentTexts }: SheetSource,
): PrintSheet {
  const kind = sheetKinds[printed]
  const wording = createPrintFormats(source.language || 'en', documentTexts, source.currency, source.shop.time_zone || 'UTC')
  // A refunded amount without a line has no title.
  const reply = {
    ...source,
    lines: source.lines.map((line) => ({ ...line, title: line.title || wording.translate('documents.amount') })),
  }
  const shortenNote = createNoteShortener(wording)
  const parts: SheetParts = { reply, invoice, creditNote, wording, shortenNote }
  const { translate } = wording
  const addresses = { billing: formatAddressLines(reply.billing), delivery: formatAddressLines(reply.delivery_address) }
  const other = kind.to === 'billing' ? 'delivery' : 'billing'
  // A quote may have no address. The e-mail address is then the recipient.
  const recipientLines = addresses[kind.to].length > 0 ? addresses[kind.to] : addresses[other]
  const recipient = recipientLines.length > 0 ? recipientLines : [document.values.email].filter((email) => email !== '')
  const differs = addresses[other].length > 0 && addresses[other].join('\n') !== recipient.join('\n')
  const number = kind.number(parts)
  return {
    language: wording.language,
    direction: wording.direction,
    title: translate((creditNote?.isCancellation && kind.cancellationTitle) || kind.title, { number }).trim(),
    fileName: toFileName(kind.file, number),
    dated: kind.dated(parts),
    shop: reply.shop.name,
    sender: formatSenderLine(reply.shop),
    logo,
    recipient,
    other: differs
      ? { label: translate(other === 'delivery' ? 'documents.shippingAddress' : 'documents.orderedBy'), lines: addresses[other] }
      : null,
    facts: kind.facts(parts).filter(([, text]) => text !== ''),
    ...buildSheetTable(document, reply, wording, {
      shortenNote,
      prices: kind.prices,
      unitPrices: kind.unitPrices || (kind.prices && reply.b2b),
    }),
    sums: kind.prices ? [...createSums(reply, wording), ...createRecurringSums(reply, wording)] : [],
    notes: buildNotes(kind, document, parts),
    imprint: formatImprint(reply.shop, { vatId: translate('documents.vatId') }),
    pageOf: translate('documents.pageOf', { page: '{page}', pages: '{pages}' }),
  }
}
