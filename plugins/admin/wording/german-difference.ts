// Describes differences between two products in German, from the data of a change instead of its English sentence.
import type { Registry } from '#core/model/registry.js'
import type { DiffChange } from '#core/transfer/diff/define.js'
import { asHeading, type Say } from './label.js'

/** Maximum characters of a value. */
const longest = 120

const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nichts'
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (typeof value === 'number') return value.toLocaleString('de-DE', { maximumFractionDigits: 12 })
  if (Array.isArray(value)) return shorten(value.join(', '))
  return typeof value === 'string' ? `„${shorten(value)}“` : shorten(JSON.stringify(value))
}

/** `Frage „width“, Pflichtfeld: nein → ja.` */
export function germanDifference(registry: Registry, say: Say, change: DiffChange): string {
  const { kind, entity: name, key, field, language, cell, from, to, meaning } = change
  const entity = registry.entities.get(name)
  const part = `${asHeading(say(entity?.label ?? name))} „${key}“`
  if (kind === 'added') return `${part} ist neu.`
  if (kind === 'removed') return `${part} ist weg.`
  // A new order of several records is described at their owner.
  if (kind === 'moved' && Array.isArray(to))
    return `${asHeading(say(entity?.pluralLabel ?? name))} von „${key}“ stehen in anderer Reihenfolge: ${shown(to)}.`
  if (kind === 'moved') return `${part} steht anders: ${shown(from)} → ${shown(to)}.`
  const label = field === undefined ? '' : `, ${say(entity?.properties[field]?.label ?? field)}`
  const where = language === undefined ? '' : ` (${language})`
  const place = cell === undefined ? '' : `, ${[cell.row, cell.column].filter((edge) => edge !== '').join(' × ')}`
  const doubt = meaning === 'unknown' ? ' Ob beides dasselbe bedeutet, ließ sich nicht zeigen.' : ''
  return `${part}${label}${where}${place}: ${shown(from)} → ${shown(to)}.${doubt}`
}
