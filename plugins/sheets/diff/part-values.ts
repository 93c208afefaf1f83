// Resolves the field values of a part of a version into a form comparable across versions; missing fields get their defaults.
import {
  type Issue,
  ValidationError,
  type ServiceContext,
  createLabel,
  createMessage,
  type Message,
  type MessageValue,
  formatValue,
} from '#core/contract.js'
import {
  longWork,
  textGaps,
  type Property,
  recordWriting,
  sheetLines,
  formulaLanguage,
  type Registry,
  type messageFormat,
  propertyKinds,
} from '#core/surface.js'
import { parseBody, parseBodyInTurns, type TypedBody } from '../sheet/bodies.js'
import { createSheetError, maxSheetProblems } from '../sheet/define.js'
import { type SheetPart, getSheetTitle } from '../sheet/read.js'
import {
  toOwnEmptyValue,
  parseSheetValue,
  hasReferences,
  getRefusalMessage,
  type ValueScope,
  formatSheetValue,
} from '../sheet/values.js'
import { getSheetProperties } from '../sheet/sections.js'
import { parseVariants, type VariantContent } from '../sheet/table-notation.js'
import type { AlignedVersion } from './align.js'
import { formatPartName } from '../sheet/stored-part.js'

export class PartValues {
  readonly scope: ValueScope
  private readonly languages: readonly string[]
  /** Parsed bodies. */
  private readonly bodies = new WeakMap<NonNullable<SheetPart['body']>, TypedBody>()

  constructor(
    private readonly work: ServiceContext,
    private readonly state: AlignedVersion,
  ) {
    this.scope = { names: state.names, registry: work.context.registry }
    this.languages = work.versionedSnapshot.snapshot.languages
  }

  /** The fields that are compared individually, without fields that follow from the body. */
  static fieldsOf({ entity, section }: SheetPart): readonly Property[] {
    return getSheetProperties(entity).filter(({ name }) => name !== 'type' || section?.traits.hasBody !== true)
  }

  text(part: SheetPart, property: Property, tag: string): string {
    const textEntry = part.texts.get(textGaps.flatKey(property.name, tag))
    if (textEntry) return String((textEntry.text === null ? '' : property.kind.prepare(textEntry.text, property)) ?? '')
    if (part.section === null) return property.name === 'label' ? part.key : ''
    const hasText = [...part.texts.values()].some((entry) => entry.property.name === property.name)
    return part.section.title === property.name && !hasText ? part.key : ''
  }

  /** References become numbers shared by all versions. VALIDATION_FAILED at a line with an unknown reference. */
  field(part: SheetPart, property: Property): unknown {
    const { name } = property
    const fieldEntry = part.fields.get(name)
    if (hasReferences(property)) {
      const value = fieldEntry
        ? this.read(fieldEntry.path, () => parseSheetValue(property, fieldEntry.value, this.scope))
        : recordWriting.resolveDefaultValue(property, this.work)
      return toOwnEmptyValue(property, value)
    }
    if (fieldEntry) {
      const value = fieldEntry.value === null ? null : (property.kind.prepare(fieldEntry.value, property) ?? null)
      return toOwnEmptyValue(property, value)
    }
    if (name === part.section?.internal)
      return part.key === sheetLines.toKeySlug(getSheetTitle(part, this.languages[0]!) ?? part.key) ? '' : part.key
    if (part.section?.traits.hasBody && name === part.section.title) return part.key
    return toOwnEmptyValue(property, recordWriting.resolveDefaultValue(property, this.work))
  }

  body({ body: sheetBody }: SheetPart): TypedBody | null {
    if (!sheetBody) return null
    const cached = this.bodies.get(sheetBody)
    if (cached) return cached
    const body = this.read(sheetBody.path, () => parseBody(sheetBody.type, sheetBody.notation, this.scope))
    const typedBody = { type: sheetBody.type, body }
    this.bodies.set(sheetBody, typedBody)
    return typedBody
  }

  /** Parses a body with pauses: a large price table takes 100 ms. */
  private async loadBody(sheetBody: NonNullable<SheetPart['body']>): Promise<void> {
    const { type, notation } = sheetBody
    this.bodies.set(sheetBody, { type, body: await parseBodyInTurns(type, notation, this.scope) })
  }

  /** The table with columns ordered by number and sorted rows: their order has no meaning. */
  table({ table: sheetTable }: SheetPart): VariantContent | null {
    if (!sheetTable) return null
    const { question_ids, rows } = this.read(sheetTable.path, () => parseVariants(sheetTable.notation, this.state.names))
    const order = question_ids.map((_, index) => index).sort((x, y) => question_ids[x]! - question_ids[y]!)
    const sorted = rows.map((row) => order.map((index) => row[index]!))
    return { question_ids: order.map((index) => question_ids[index]!), rows: sorted }
  }

  /** VALIDATION_FAILED with the first unknown references and invalid values. */
  async validate(): Promise<void> {
    const issues: Issue[] = []
    const attempt = (run: () => unknown): void => {
      try {
        run()
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error
        issues.push(...error.issues)
      }
    }
    const turn = new longWork.Turn()
    for (const part of this.state.numbers.keys()) {
      if (turn.isOver) await turn.pause()
      // The suggestions for an unknown key compare it with all known keys.
      if (issues.length >= maxSheetProblems) break
      for (const property of PartValues.fieldsOf(part)) {
        if (!property.translatable && !property.kind.files && part.fields.has(property.name))
          attempt(() => this.field(part, property))
      }
      if (part.body && !this.bodies.has(part.body)) {
        try {
          await this.loadBody(part.body)
        } catch (error) {
          attempt(() => this.refuse(part.body!.path, error))
        }
      }
      attempt(() => this.table(part))
    }
    if (issues.length > 0) throw createSheetError(issues)
  }

  private read<T>(path: string, run: () => T): T {
    try {
      return run()
    } catch (error) {
      return this.refuse(path, error)
    }
  }

  private refuse(path: string, error: unknown): never {
    throw new ValidationError([this.state.version.sheet.at(path, getRefusalMessage(error))])
  }
}

// Compares rules of two versions by their meaning, with the question types and answers that they reference.

/** Takes authored rules that reference parts by the numbers of the versions. */
export function createRuleComparer(
  registry: Registry,
  states: readonly AlignedVersion[],
): (a: unknown, b: unknown) => formulaLanguage.RuleComparison {
  const cache = new Map<number, formulaLanguage.OperandValues>()
  const toOperandValues = (operand: Readonly<Record<string, unknown>>): formulaLanguage.OperandValues | null => {
    const { question, field } = operand
    if (typeof question !== 'number' || field !== undefined) return null
    const values = cache.get(question) ?? valuesOf(question)
    cache.set(question, values)
    return values
  }
  const valuesOf = (question: number): formulaLanguage.OperandValues => {
    const parts = states.flatMap(({ parts: all }) => all.get(question) ?? [])
    const types = parts.map((part) => registry.questionTypes.get(String(part.fields.get('question_type')?.value ?? '')))
    const several = types.some((type) => type?.multiple === true)
    if (types.length === 0 || types.some((type) => type?.takesAnswers !== true)) return { several, answers: null }
    const answers = states.flatMap(({ parts: all, numbers }) =>
      (all.get(question)?.children ?? []).flatMap((child) => (child.section?.traits.isWithin ? numbers.get(child)! : [])),
    )
    return { several, answers: [...new Set(answers)] }
  }
  return (a, b) => formulaLanguage.compareRules(a, b, registry.conditionTypes, toOperandValues)
}

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const maxTitleLength = 120

/** `Price` becomes `price`; `SKU` is unchanged. */
const toSentenceLabel = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.slice(0, 1).toLowerCase() + label.slice(1)

/** Formats parts, fields and values for the sentences of a diff or merge report. */
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
      const text = texts.get(textGaps.flatKey(name, tag))?.text
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

  field({ entity }: SheetPart, { name, label }: Property): messageFormat.LabelReference {
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
    if (property.kind !== propertyKinds.numberKind || !('property' in (property.appliesWhen ?? {}))) return ''
    const unit = part.texts.get(textGaps.flatKey('unit', this.languages[0]!))?.text
    return typeof unit === 'string' && unit !== '' ? ` ${unit}` : ''
  }
}
