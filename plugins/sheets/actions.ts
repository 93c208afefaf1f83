// The actions that read, apply, compare and merge products as sheets.
import {
  createMessage,
  type MessageText,
  defineAction,
  number,
  string,
  ServiceContext,
  boolean,
  dropdown,
} from '#core/contract.js'
import { inputForms } from '#core/surface.js'
import { maxSheetLength } from './sheet/define.js'
import type { ApplySheetReport } from './apply-sheet.js'
import { type Comparison, type Merge, mergeSides } from './reports.js'

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

/** Reads a product as a sheet: names and keys instead of ids, rules and formulas as lines, tables as tables. */
const getProductSheet = defineAction({
  name: 'get-product-sheet',
  description: 'Reads a product as one YAML sheet, before the action apply-product-sheet. It uses keys instead of ids.',
  input: {
    product_id: inputForms.productArgument(),
    offset: number('Offset', { min: 0, help: 'next_offset of the last reply.' }),
    diff: string('Diff', { long: true, length: maxSheetLength, help: 'A sheet or package to compare with.' }),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  example: { product_id: 1 },
  rest: createMessage('steps.nextPart'),
  nextStep: inputForms.suggestProductStep,
  async run({ context, caller }, { product_id, offset = 0, diff }): Promise<Output | DiffOutput> {
    if (diff) {
      const { compareSources } = await import('./diff/diff.js')
      const { equal, products } = await compareSources(new ServiceContext(context), {
        from: String(product_id),
        to: diff,
        caller,
      })
      const sentences = products.flatMap(({ changes }) => changes.map(({ sentence }) => sentence))
      const more = sentences.length - maximumSentences
      return { product_id, equal, sentences: sentences.slice(0, maximumSentences), ...(more > 0 && { more }) }
    }
    const { formatSheetText } = await import('./sheet/write.js')
    const text = await formatSheetText(new ServiceContext(context), product_id)
    const sheet = takeFittingLines(text, offset)
    const end = offset + sheet.length
    if (offset === 0 && end === text.length) return { product_id, sheet }
    return { product_id, sheet, characters: text.length, ...(end < text.length && { next_offset: end }) }
  },
})

/** Changes a product to match a sheet in one transaction, or reports the changes without making them. */
const applyProductSheet = defineAction({
  name: 'apply-product-sheet',
  description:
    'Changes a product to match a YAML sheet, all or nothing; call it with dry_run first. ' +
    'The action get-product-sheet shows one. Code requires code:write.',
  input: {
    sheet: string('Sheet', { required: true, long: true, length: maxSheetLength, help: "YAML: 'sheet: 1', 'product: <key>' …" }),
    product_id: number('Product', { min: 1, help: "The id. Default: the product with the sheet's key, or a new one." }),
    prune: boolean('Prune', { help: 'True: deletes parts that the sheet does not contain.' }),
    dry_run: inputForms.dryRunArgument('If true, reports the plan and changes nothing.'),
  },
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['catalog:write'] },
  example: { sheet: 'sheet: 1\nproduct: lamp\n', dry_run: true },
  nextStep: ({ code }) => (code === 'VALIDATION_FAILED' ? createMessage('steps.correctSheet') : null),
  async run(scope, { sheet, product_id: productId, prune = false, dry_run: dryRun = false }): Promise<ApplySheetReport> {
    const { applySheetAndReport } = await import('./apply-sheet.js')
    return applySheetAndReport(scope, { sheet, productId, prune, dryRun })
  },
})

const stateHelp = "The id of a product, a package such as 'blind.zip' or 'blind.zip#3', or the text of a sheet."

/** Compares two states of products in plain sentences: products of the shop, packages or sheets. */
const diffProducts = defineAction({
  name: 'diff-products',
  description:
    'Compares two states of products: rules by their meaning, tables cell by cell. ' +
    'A state is a product of the shop, a transfer package or a sheet. Changes nothing.',
  input: {
    from: string('From', { required: true, long: true, length: maxSheetLength, help: stateHelp }),
    to: string('To', {
      long: true,
      length: maxSheetLength,
      help: "The second state, in the same form. Default: the shop's state of the same products.",
    }),
  },
  // Not a tool, because each tool lengthens every conversation. Assistants can read sheets and compare them.
  tool: false,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  example: { from: '1', to: 'blind.zip' },
  async run({ context, caller }, { from, to }): Promise<Comparison> {
    const { compareSources } = await import('./diff/diff.js')
    return compareSources(new ServiceContext(context), { from, to, caller })
  },
})

const state = (label: string, help: string) =>
  string(label, {
    required: true,
    long: true,
    length: maxSheetLength,
    help: `${help}: the id of a product, a package such as 'blind.zip#3', or the text of a sheet.`,
  })

/** Merges two states of a product with a common base into one sheet and lists the conflicts. */
const mergeProducts = defineAction({
  name: 'merge-products',
  description:
    'Merges two states of a product with a common base into one sheet. Contradictory changes are listed as conflicts. ' +
    'Equivalent rules are not a conflict. Changes nothing.',
  input: {
    base: state('Base', 'The common base'),
    ours: state('Ours', 'One side'),
    theirs: state('Theirs', 'The other side'),
    prefer: dropdown('Prefer', {
      choices: mergeSides,
      help: 'The side that wins conflicts. Default: conflicts are reported and no sheet is created.',
    }),
  },
  // Not a tool, because each tool lengthens every conversation. Assistants can read sheets and merge them.
  tool: false,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  example: { base: 'blind.zip', ours: '1', theirs: 'theirs.zip' },
  async run({ context, caller }, input): Promise<Merge> {
    const { createMergeReport } = await import('./merge/merge.js')
    return createMergeReport(new ServiceContext(context), { ...input, caller })
  },
})

export const sheetActions = [getProductSheet, applyProductSheet, diffProducts, mergeProducts]
