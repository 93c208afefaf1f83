// Reads a product as one sheet: names and keys instead of ids, rules and formulas as lines, tables as tables.
import { productArgument, productStep } from '../action/arguments.js'
import { defineAction } from '../action/define.js'
import { number } from '../model/properties/number.js'
import { Work } from '../storage/work.js'

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
  description:
    'Reads a product as one YAML sheet; use it before the action apply-product-sheet. ' +
    'Keys stand for ids, defaults are left out.',
  input: {
    product_id: productArgument(),
    offset: number('Offset', { min: 0, help: 'next_offset of the reply before.' }),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  example: { product_id: 1 },
  rest: 'Call it with next_offset as offset for what follows.',
  nextStep: productStep,
  async run({ context }, { product_id, offset = 0 }): Promise<Output> {
    const { sheetText } = await import('../transfer/sheet/write.js')
    const text = await sheetText(new Work(context), product_id)
    const sheet = fitting(text, offset)
    const end = offset + sheet.length
    if (offset === 0 && end === text.length) return { product_id, sheet }
    return { product_id, sheet, characters: text.length, ...(end < text.length && { next_offset: end }) }
  },
})
