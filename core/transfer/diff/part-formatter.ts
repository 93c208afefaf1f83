// Formats parts, fields and values for the sentences of a diff or merge report.
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
export const toSentenceLabel = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.slice(0, 1).toLowerCase() + label.slice(1)

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
  part(part: SheetPart): string {
    const { entity, owner, section } = part
    const own = `${entity.label} '${formatValue(this.title(part), maxTitleLength)}'`
    return section?.traits.isWithin && owner ? `${own} of ${this.part(owner)}` : own
  }

  begin(part: SheetPart): string {
    return capitalize(this.part(part))
  }

  key(part: SheetPart): string {
    return formatPartName(part)
  }

  /** Formats a value for a merchant. */
  value(property: Property, value: unknown, scope: ValueScope): string {
    const sheetValue = formatSheetValue(property, value, scope)
    if (
      sheetValue === null ||
      sheetValue === undefined ||
      sheetValue === '' ||
      (Array.isArray(sheetValue) && sheetValue.length === 0)
    )
      return 'nothing'
    if (typeof sheetValue === 'boolean') return sheetValue ? 'yes' : 'no'
    const label = typeof sheetValue === 'string' ? this.choice(property, sheetValue) : null
    if (label !== null) return `'${label}'`
    if (typeof sheetValue === 'string' && (property.kind.references !== undefined || property.kind.filter !== 'search'))
      return formatValue(sheetValue, maxTitleLength)
    return typeof sheetValue === 'string'
      ? `'${formatValue(sheetValue, maxTitleLength)}'`
      : formatValue(sheetValue, maxTitleLength)
  }

  text(text: string): string {
    return text === '' ? 'nothing' : `'${formatValue(text.replaceAll(/\s+/g, ' '), maxTitleLength)}'`
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
