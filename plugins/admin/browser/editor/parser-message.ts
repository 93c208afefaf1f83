// Writes the messages of the parsers of rules and formulas in the reader's language. The server is not asked.
import type { Message, MessageValue } from '#core/contract.js'
import en from '../../../../messages/authoring.en.json' with { type: 'json' }
import { createTextReader } from '../wording/text.js'

const tAuthoring = await createTextReader<keyof typeof en>(en, {
  de: () => import('../../../../messages/authoring.de.json', { with: { type: 'json' } }),
  he: () => import('../../../../messages/authoring.he.json', { with: { type: 'json' } }),
})

const area = 'authoring.'

function formatValue(value: MessageValue): string | number {
  if (typeof value !== 'object') return value
  if ('label' in value) return value.text
  if ('key' in value) return formatParserMessage(value)
  return value.map(formatValue).join(', ')
}

/** The parsers use only texts of the area `authoring`. */
export function formatParserMessage({ key, values }: Message): string {
  const texts = Object.entries(values).map(([name, value]) => [name, formatValue(value)])
  return tAuthoring(key.slice(area.length) as keyof typeof en, Object.fromEntries(texts) as Readonly<Record<string, string>>)
}
