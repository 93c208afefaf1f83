// Reads a product as one sheet: names and keys instead of ids, rules and formulas as lines, tables as tables.
import { productArgument, productStep } from '../action/arguments.js'
import { defineAction } from '../action/define.js'
import { number } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'
import { Work } from '../storage/work.js'
import { longestSheet } from '../transfer/sheet/define.js'

/** Where another state was given: what is otherwise in it. */
interface Otherwise {
  readonly product_id: number
  readonly equal: boolean
  readonly sentences: readonly string[]
  /** Those that are not told. */
  readonly more?: number
}

/** Sentences that are told. */
const mostSentences = 200

interface Output {
  readonly product_id: number
  /** YAML. */
  readonly sheet: string
  /** Of a sheet that is longer: its characters, and where the next call begins. */
  readonly characters?: number
  readonly next_offset?: number
}

/** Characters of JSON that the sheet may take in one reply. */
const room = 30_000

/** As much of the text as fits, to the end of a line. */
function fitting(text: string, from: number): string {
  let end = text.length
  while (JSON.stringify(text.slice(from, end)).length > room) end = from + Math.floor((end - from) * 0.8)
  if (end === text.length) return text.slice(from)
  const line = text.lastIndexOf('\n', end - 1) + 1
  return text.slice(from, line > from ? line : end)
}

export const getProductSheet = defineAction({
  name: 'get-product-sheet',
  description: 'Reads a product as one YAML sheet, before the action apply-product-sheet. Keys stand for ids.',
  input: {
    product_id: productArgument(),
    offset: number('Offset', { min: 0, help: 'next_offset of the last reply.' }),
    diff: string('Diff', { long: true, length: longestSheet, help: 'A sheet or package: what differs there.' }),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  example: { product_id: 1 },
  rest: 'Call it with next_offset as offset for what follows.',
  nextStep: productStep,
  async run({ context, caller }, { product_id, offset = 0, diff }): Promise<Output | Otherwise> {
    if (diff) {
      const { diffProducts } = await import('../transfer/diff/diff.js')
      const { equal, products } = await diffProducts(new Work(context), { from: String(product_id), to: diff, caller })
      const told = products.flatMap(({ changes }) => changes.map(({ sentence }) => sentence))
      const more = told.length - mostSentences
      return { product_id, equal, sentences: told.slice(0, mostSentences), ...(more > 0 && { more }) }
    }
    const { sheetText } = await import('../transfer/sheet/write.js')
    const text = await sheetText(new Work(context), product_id)
    const sheet = fitting(text, offset)
    const end = offset + sheet.length
    if (offset === 0 && end === text.length) return { product_id, sheet }
    return { product_id, sheet, characters: text.length, ...(end < text.length && { next_offset: end }) }
  },
})
