// Describes a difference between two products, from the data of a change, as a message.
import { createLabel, createMessage, type Message, type MessageValue } from '#core/contract.js'
import type { Registry, productEditing } from '#core/surface.js'

/** Maximum characters of a value. */
const maxValueLength = 120

const shortenText = (text: string): string => (text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text)

function describeValue(value: unknown): MessageValue {
  if (value === null || value === undefined || value === '') return createMessage('transfer.nothing')
  if (typeof value === 'boolean') return createMessage(value ? 'transfer.yes' : 'transfer.no')
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return shortenText(value.join(', '))
  if (typeof value === 'string') return createMessage('transfer.quoted', { text: shortenText(value) })
  return shortenText(JSON.stringify(value))
}

/** `Frage „width“, Pflichtfeld: nein → ja.` */
export function describeDifference(registry: Registry, change: productEditing.DiffChange): Message {
  const { kind, entity: name, key, field, language, cell, meaning } = change
  const entity = registry.entities.get(name)
  const record = createMessage('transfer.differenceRecord', { entity: createLabel('entity', entity?.label ?? name), key })
  if (kind === 'added') return createMessage('transfer.differenceAdded', { record })
  if (kind === 'removed') return createMessage('transfer.differenceRemoved', { record })
  const [from, to] = [describeValue(change.from), describeValue(change.to)]
  // A new order of several records is described at their owner.
  if (kind === 'moved' && Array.isArray(change.to))
    return createMessage('transfer.differenceOrder', { entities: createLabel('entity', entity?.pluralLabel ?? name), key, to })
  if (kind === 'moved') return createMessage('transfer.differenceMoved', { record, from, to })
  const label = field === undefined ? undefined : createLabel('field', entity?.properties[field]?.label ?? field)
  return createMessage(meaning === 'unknown' ? 'transfer.differenceUncertain' : 'transfer.difference', {
    record,
    field: label === undefined ? '' : createMessage('transfer.differenceField', { field: label }),
    language: language === undefined ? '' : ` (${language})`,
    cell: cell === undefined ? '' : `, ${[cell.row, cell.column].filter((edge) => edge !== '').join(' × ')}`,
    from,
    to,
  })
}
