// Builds the table of a printed document: its columns, and a row for each line with its selections.
import {
  type DocumentLineReply,
  type DocumentReply,
  type FrozenDocument,
  type FrozenFile,
  type FrozenLine,
  roundResult,
} from 'product-configurator-service'
import type { SheetColumn, SheetDetail, SheetRow } from './define.js'
import type { PrintFormats } from './print-formats.js'
import type { NoteShortener } from './shorten-note.js'

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
const toAnswerPictureProperty = (answer: number | null): string => `answer:${answer}`
const toUploadPropertyName = (question: number | null): string => `question:${question}`

function createColumns(
  document: FrozenDocument,
  reply: DocumentReply,
  wording: PrintFormats,
  options: TableOptions,
): readonly ColumnDefinition[] {
  const { say, money, unitMoney, number, percent } = wording
  const { prices, unitPrices } = options
  /** Unit prices are frozen in the base currency. This factor converts them and was frozen with them. */
  const factor = document.values.currency_multiplicator ?? 1
  const end = 'end'
  const first: readonly ColumnDefinition[] = [
    { label: say('No.'), width: 28, align: 'start', text: (_line, index) => number(index + 1) },
    { label: say('Item'), width: null, align: 'start', text: ({ title }) => title },
    { label: say('Quantity'), width: 52, align: end, text: ({ quantity }) => number(quantity) },
  ]
  if (!prices) {
    const weight = (line: DocumentLineReply): string => `${number(line.weight)} ${reply.weight_unit}`.trim()
    return [...first, { label: say('Weight'), width: 90, align: end, text: weight }]
  }
  const unitPrice: ColumnDefinition = {
    label: say('Unit price, net'),
    width: 84,
    align: end,
    text: ({ unit_net }) => unitMoney(roundResult(unit_net * factor)),
  }
  return [
    ...first,
    ...(unitPrices ? [unitPrice] : []),
    { label: say('VAT'), width: 46, align: end, text: ({ tax_rate }) => percent(tax_rate) },
    {
      label: reply.b2b ? say('Amount, net') : say('Amount'),
      width: 84,
      align: end,
      text: ({ net_before_discount, gross }) => money(reply.b2b ? net_before_discount : gross),
    },
  ]
}

/** The file of the line with this property, if it is a picture. */
function findPicture(files: readonly FrozenFile[], property: string): string | null {
  return files.find((file) => file.property === property && file.media_type.startsWith('image/'))?.name ?? null
}

function buildDetails(
  line: DocumentLineReply,
  { config, files }: FrozenLine,
  b2b: boolean,
  { prices, shortenNote }: TableOptions,
  wording: PrintFormats,
): readonly SheetDetail[] {
  const { say, money } = wording
  const plain = (label: string, text: string): readonly SheetDetail[] => (text === '' ? [] : [{ label, text, picture: null }])
  const { recurring } = line
  const repeats = prices && (recurring.gross !== 0 || recurring.net_before_discount !== 0)
  const amount = money(b2b ? recurring.net_before_discount : recurring.gross)
  return [
    ...plain(say('SKU'), line.sku),
    ...config.map((entry, index) => ({
      label: entry.question_title,
      text: shortenNote(line.options[index]!.text),
      picture:
        findPicture(files, toAnswerPictureProperty(entry.answer_id)) ??
        findPicture(files, toUploadPropertyName(entry.question_id)),
    })),
    ...(repeats ? plain(recurring.interval || say('Recurring'), amount) : []),
    ...plain(say('Note'), shortenNote(line.note)),
  ]
}

export function buildSheetTable(document: FrozenDocument, reply: DocumentReply, wording: PrintFormats, options: TableOptions) {
  const visibleColumns = createColumns(document, reply, wording, options)
  const columns = visibleColumns.map(({ label, width, align }): SheetColumn => ({ label, width, align }))
  const rows = reply.lines.map((line, index): SheetRow => {
    const frozen = document.lines[index]!
    return {
      cells: visibleColumns.map((cell) => cell.text(line, index)),
      picture: findPicture(frozen.files, productPictureProperty),
      details: buildDetails(line, frozen, reply.b2b, options, wording),
    }
  })
  return { columns, rows, titleColumn: 1 }
}
