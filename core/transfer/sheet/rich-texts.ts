// Sanitizes the large rich texts of a sheet in a worker, before the sheet is compared or applied.
import type { Context } from '../../storage/context.js'
import { walkSheetParts, type ParsedSheet } from './read.js'

export async function prepareSheetTexts({ sanitizer }: Context, { root }: ParsedSheet): Promise<void> {
  const texts = new Set<string>()
  for (const part of walkSheetParts(root)) {
    for (const { property, text } of part.texts.values()) if (property.kind.sanitizes?.(text, property)) texts.add(text)
    for (const { property, value } of part.fields.values()) if (property.kind.sanitizes?.(value, property)) texts.add(value)
  }
  if (texts.size > 0) await sanitizer.prepareRichTexts([...texts])
}
