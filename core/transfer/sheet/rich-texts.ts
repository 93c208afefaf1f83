// Sanitizes the large rich texts of a sheet in a worker, before the sheet is compared or applied.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { longMarkup } from '../../foundation/rich-text.js'
import type { Property } from '../../foundation/property/kind.js'
import type { Context } from '../../storage/context.js'
import { walkSheetParts, type ParsedSheet } from './read.js'

export async function prepareSheetTexts({ sanitizer }: Context, { root }: ParsedSheet): Promise<void> {
  const texts = new Set<string>()
  const add = async (property: Property, value: unknown): Promise<void> => {
    if (!property.kind.sanitizes?.(value, property)) return
    texts.add(value)
    if (value.length > longMarkup) await nextTurn()
  }
  for (const part of walkSheetParts(root)) {
    for (const { property, text } of part.texts.values()) await add(property, text)
    for (const { property, value } of part.fields.values()) await add(property, value)
  }
  if (texts.size > 0) await sanitizer.prepareRichTexts([...texts])
}
