// Writes the labels of entities and their fields in messages in another language, from the catalogs `messages/labels*`.
import { isObject } from '../foundation/json.js'
import { formatMessageFields, type FormatOptions, formatText, toMessageFields } from '../foundation/message-format.js'
import type { LabelReference, MessageWriter } from '../foundation/message.js'
import { nameProperties } from '../foundation/property/property-map.js'
import type { Registry } from './registry.js'

/** Labels by their English text in lower case: at the start of a sentence, it has a capital letter. Entities share labels: a label is the first with its text. */
function collectLabels({ entities, questionTypes, messages }: Registry, language: string): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  const add = (english: string, key: string): void => {
    const name = english.toLowerCase()
    const label = labels.has(name) ? undefined : messages.find(key, language)
    if (label !== undefined) labels.set(name, formatText(label, language))
  }
  for (const { name, label, pluralLabel, properties } of entities.values()) {
    add(label, `labels.entity.${name}`)
    add(name, `labels.entity.${name}`)
    add(pluralLabel, `labels.entities.${name}`)
    for (const property of Object.values(nameProperties(properties))) {
      add(property.label, `labels-fields.${name}.${property.name}`)
      const { choices } = property.options as { readonly choices?: unknown }
      if (!isObject(choices)) continue
      for (const [value, choice] of Object.entries(choices))
        add(String(choice), `labels-choices.${name}.${property.name}.${value}`)
    }
  }
  for (const { name, label } of questionTypes.values()) add(label, `labels.questionType.${name}`)
  return labels
}

type LabelFormat = (label: LabelReference) => string

const labelFormats = new WeakMap<Registry, Map<string, LabelFormat>>()

/** The function that writes labels in the language. A label without translation stays English. */
function getLabelFormat(registry: Registry, language: string): LabelFormat {
  if (/^en\b/.test(language)) return ({ text }) => text
  let formats = labelFormats.get(registry)
  if (formats === undefined) labelFormats.set(registry, (formats = new Map<string, LabelFormat>()))
  let format = formats.get(language)
  if (format === undefined) {
    const labels = collectLabels(registry, language)
    formats.set(language, (format = ({ text }) => labels.get(text.toLowerCase()) ?? text))
  }
  return format
}

/** The catalogs and labels of the installation. */
export const createFormatOptions = (registry: Registry, language: string): FormatOptions => ({
  catalogs: registry.messages,
  formatLabel: getLabelFormat(registry, language),
})

/** Creates the function that writes messages in the language, with the labels of the installation. */
export function createMessageWriter(registry: Registry, language: string): MessageWriter {
  const options = createFormatOptions(registry, language)
  return (message) => formatMessageFields(toMessageFields(message), language, options)
}
