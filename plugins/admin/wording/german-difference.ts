// Describes differences between two products in German, from the data of a change instead of its English sentence.
import type { DiffChange, Registry } from '#core/surface.js'
import { toHeading, type LabelTranslator } from './label-translator.js'

/** Maximum characters of a value. */
const maxValueLength = 120

const shortenText = (text: string): string => (text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text)

function formatDifferenceValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nichts'
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (typeof value === 'number') return value.toLocaleString('de-DE', { maximumFractionDigits: 12 })
  if (Array.isArray(value)) return shortenText(value.join(', '))
  return typeof value === 'string' ? `„${shortenText(value)}“` : shortenText(JSON.stringify(value))
}

/** `Frage „width“, Pflichtfeld: nein → ja.` */
export function describeGermanDifference(registry: Registry, say: LabelTranslator, change: DiffChange): string {
  const { kind, entity: name, key, field, language, cell, from, to, meaning } = change
  const entity = registry.entities.get(name)
  const part = `${toHeading(say(entity?.label ?? name))} „${key}“`
  if (kind === 'added') return `${part} ist neu.`
  if (kind === 'removed') return `${part} ist weg.`
  // A new order of several records is described at their owner.
  if (kind === 'moved' && Array.isArray(to))
    return `${toHeading(say(entity?.pluralLabel ?? name))} von „${key}“ stehen in anderer Reihenfolge: ${formatDifferenceValue(to)}.`
  if (kind === 'moved') return `${part} steht anders: ${formatDifferenceValue(from)} → ${formatDifferenceValue(to)}.`
  const label = field === undefined ? '' : `, ${say(entity?.properties[field]?.label ?? field)}`
  const languageText = language === undefined ? '' : ` (${language})`
  const place = cell === undefined ? '' : `, ${[cell.row, cell.column].filter((edge) => edge !== '').join(' × ')}`
  const doubt = meaning === 'unknown' ? ' Ob beides dasselbe bedeutet, ließ sich nicht zeigen.' : ''
  return `${part}${label}${languageText}${place}: ${formatDifferenceValue(from)} → ${formatDifferenceValue(to)}.${doubt}`
}
