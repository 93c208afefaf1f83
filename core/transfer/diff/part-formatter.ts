// Formats parts, fields and values for the sentences of a diff or merge report.
import { createLabel, createMessage, type LabelReference, type Message, type MessageValue } from '../../foundation/message.js'
import type { Property } from '../../foundation/property/kind.js'
import { formatValue } from '../../foundation/message.js'
import { numberKind } from '../../model/properties/number.js'
import type { Registry } from '../../model/registry.js'
import { flatKey } from '../../foundation/language.js'
import type { SheetPart } from '../sheet/read.js'
import { formatPartName } from '../sheet/part-tree.js'
import { formatSheetValue, type ValueScope } from '../sheet/values.js'

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const maxTitleLength = 120

/** `Price` becomes `price`; `SKU` is unchanged. */
const toSentenceLabel = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.slice(0, 1).toLowerCase() + label.slice(1)

export const nothing = createMessage('comparison.nothing')

export const quote = (text: MessageValue): Message => createMessage('comparison.quoted', { text })

export class PartFormatter {
  constructor(
    private readonly registry: Registry,
    private readonly languages: readonly string[],
  ) {}

  /** The title in the store default, else in any language, else the key. */
  title({ section, texts, fields, key }: SheetPart): string {
    const name = section?.title ?? 'title'
    for (const tag of this.languages) {
      const text = texts.get(flatKey(name, tag))?.text
      if (typeof text === 'string' && text !== '') return text
    }
    const plain = fields.get(name)?.value
    return typeof plain === 'string' && plain !== '' ? plain : key
  }

  /** `question 'Width'`, `answer 'Oak' of question 'Wood'`. */
  part(part: SheetPart): Message {
    return this.describe(part, part.entity.label)
  }

  /** The part at the start of a sentence. */
  begin(part: SheetPart): Message {
    return this.describe(part, capitalize(part.entity.label))
  }

  private describe(part: SheetPart, label: string): Message {
    const { entity, owner, section } = part
    const own = createMessage('comparison.part', {
      entity: createLabel('entity', label, `labels.entity.${entity.name}`),
      title: formatValue(this.title(part), maxTitleLength),
    })
    if (!section?.traits.isWithin || !owner) return own
    return createMessage('comparison.partOf', { part: own, owner: this.part(owner) })
  }

  field({ entity }: SheetPart, { name, label }: Property): LabelReference {
    return createLabel('field', toSentenceLabel(label), `labels-fields.${entity.name}.${name}`)
  }

  key(part: SheetPart): string {
    return formatPartName(part)
  }

  /** Formats a value for a merchant. */
  value({ entity }: SheetPart, property: Property, value: unknown, scope: ValueScope): MessageValue {
    const sheetValue = formatSheetValue(property, value, scope)
    if (
      sheetValue === null ||
      sheetValue === undefined ||
      sheetValue === '' ||
      (Array.isArray(sheetValue) && sheetValue.length === 0)
    )
      return nothing
    if (typeof sheetValue === 'boolean') return createMessage(sheetValue ? 'comparison.yes' : 'comparison.no')
    if (typeof sheetValue === 'number') return sheetValue
    const text = formatValue(sheetValue, maxTitleLength)
    if (typeof sheetValue !== 'string') return text
    const choice = this.choice(property, sheetValue)
    if (choice !== null)
      return quote(createLabel('choice', choice, `labels-choices.${entity.name}.${property.name}.${sheetValue}`))
    return property.kind.references !== undefined || property.kind.filter !== 'search' ? text : quote(text)
  }

  text(text: string): Message {
    return text === '' ? nothing : quote(formatValue(text.replaceAll(/\s+/g, ' '), maxTitleLength))
  }

  private choice({ options }: Property, value: string): string | null {
    const choices: unknown = (options as { readonly choices?: unknown }).choices
    const all: unknown = typeof choices === 'function' ? (choices as (registry: Registry) => unknown)(this.registry) : choices
    if (typeof all !== 'object' || all === null || !Object.hasOwn(all, value)) return null
    return String((all as Readonly<Record<string, unknown>>)[value])
  }

  /** Appends ` mm` to the limits of a question that has a unit. */
  unit(part: SheetPart, property: Property): string {
    if (property.kind !== numberKind || !('property' in (property.appliesWhen ?? {}))) return ''
    const unit = part.texts.get(flatKey('unit', this.languages[0]!))?.text
    return typeof unit === 'string' && unit !== '' ? ` ${unit}` : ''
  }
}
