// Prints a product as a YAML sheet, or writes it to a file.
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { string } from '#core/contract.js'
import { id } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'

type SheetResult =
  | { readonly file: string; readonly characters: number }
  | { readonly text: string }
  | Readonly<Record<string, unknown>>

export const productSheet = defineCliCommand({
  name: 'svc:product:sheet',
  description: 'Prints a product as one YAML sheet, with keys instead of ids, and rules and formulas as text.',
  positional: ['product_id'],
  options: {
    product_id: id('The id of the product', { required: true }),
    out: string('File to write', { help: 'Printed if left out; with --json as JSON.' }),
  },
  examples: ['svc:product:sheet 1', 'svc:product:sheet 1 --out lamp.yaml'],
  text(outcome: SheetResult) {
    if ('file' in outcome) return `Wrote ${String(outcome.characters)} characters to ${String(outcome.file)}.`
    return String((outcome as { readonly text: string }).text).replace(/\n$/, '')
  },
  async run({ open, json, options: { product_id, out } }): Promise<SheetResult> {
    const { createSheet, formatSheetText } = await import('#core/surface.js')
    const work = (await open(withoutStarts)).shop.visit({})
    if (out === undefined) return json ? createSheet(work, product_id) : { text: await formatSheetText(work, product_id) }
    const text = await formatSheetText(work, product_id)
    const file = resolve(out)
    await writeFile(file, text)
    return { file, characters: text.length }
  },
})
