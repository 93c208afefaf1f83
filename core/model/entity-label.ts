// Writes the labels of entities and their fields in messages in another language, from the catalogs `messages/labels*`.
import { formatText } from '../foundation/message-format.js'
import type { LabelReference } from '../foundation/message.js'
import { nameProperties } from '../foundation/property/kind.js'
import type { Registry } from './registry.js'

/** Labels by their English text. Entities share labels: a label is the first with its text. */
function collectLabels({ entities, messages }: Registry, language: string): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  const add = (english: string, key: string): void => {
    const label = labels.has(english) ? undefined : messages.find(key, language)
    if (label !== undefined) labels.set(english, formatText(label, language))
  }
  for (const { name, label, pluralLabel, properties } of entities.values()) {
    add(label, `labels.entity.${name}`)
    add(name, `labels.entity.${name}`)
    add(pluralLabel, `labels.entities.${name}`)
    for (const property of Object.values(nameProperties(properties)))
      add(property.label, `labels-fields.${name}.${property.name}`)
  }
  return labels
}

/** Creates the function that writes labels in the language. A label without translation stays English. */
export function createLabelFormat(registry: Registry, language: string): (label: LabelReference) => string {
  if (/^en\b/.test(language)) return ({ text }) => text
  const labels = collectLabels(registry, language)
  return ({ text }) => labels.get(text) ?? text
}
