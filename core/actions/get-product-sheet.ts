// Reads a product as a sheet: names and keys instead of ids, rules and formulas as lines, tables as tables.
import { createMessage, type MessageText } from '../foundation/message.js'
import { formatSheetText } from '../transfer/sheet/write.js'
import { compareSources } from '../transfer/diff/diff.js'
import { productArgument, suggestProductStep } from './arguments.js'
import { defineAction } from './define-action.js'
import { number } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'
import { ServiceContext } from '../storage/service-context.js'
import { maxSheetLength } from '../transfer/sheet/define.js'

/** The reply with `diff`: the differences to another state. */
interface DiffOutput {
  readonly product_id: number
  readonly equal: boolean
  readonly sentences: readonly MessageText[]
  /** Number of further sentences. */
  readonly more?: number
}

/** Maximum number of sentences. */
const maximumSentences = 200

interface Output {
  readonly product_id: number
  /** YAML. */
  readonly sheet: string
  /** For a partial sheet: its total length in characters, and the offset of the next page. */
  readonly characters?: number
  readonly next_offset?: number
}

/** Maximum size of the sheet in one reply, in characters of JSON. */
const sheetLimit = 30_000

/** As much of the text as fits, up to the end of a line. */
function takeFittingLines(text: string, from: number): string {
  // The JSON form is never shorter than the text.
  let end = Math.min(text.length, from + sheetLimit)
  while (JSON.stringify(text.slice(from, end)).length > sheetLimit) end = from + Math.floor((end - from) * 0.8)
  if (end === text.length) return text.slice(from)
  const line = text.lastIndexOf('\n', end - 1) + 1
  return text.slice(from, line > from ? line : end)
}

export const getProductSheet = defineAction({
  name: 'get-product-sheet',
  description: 'Reads a product as one YAML sheet, before the action apply-product-sheet. It uses keys instead of ids.',
  input: {
    product_id: productArgument(),
    offset: number('Offset', { min: 0, help: 'next_offset of the last reply.' }),
    diff: string('Diff', { long: true, length: maxSheetLength, help: 'A sheet or package to compare with.' }),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  example: { product_id: 1 },
  rest: createMessage('steps.nextPart'),
  nextStep: suggestProductStep,
  async run({ context, caller }, { product_id, offset = 0, diff }): Promise<Output | DiffOutput> {
    if (diff) {
      const { equal, products } = await compareSources(new ServiceContext(context), {
        from: String(product_id),
        to: diff,
        caller,
      })
      const sentences = products.flatMap(({ changes }) => changes.map(({ sentence }) => sentence))
      const more = sentences.length - maximumSentences
      return { product_id, equal, sentences: sentences.slice(0, maximumSentences), ...(more > 0 && { more }) }
    }
    const text = await formatSheetText(new ServiceContext(context), product_id)
    const sheet = takeFittingLines(text, offset)
    const end = offset + sheet.length
    if (offset === 0 && end === text.length) return { product_id, sheet }
    return { product_id, sheet, characters: text.length, ...(end < text.length && { next_offset: end }) }
  },
})
