// Converts field values to sheet notation and back: names instead of ids, lines instead of trees, maps instead of pairs.
import { createLabel, createMessage, type Message, type MessageText, formatValue, Refusal } from '#core/contract.js'
import {
  getMessage,
  type Property,
  isObject,
  isSameJson,
  type Registry,
  entityModel,
  propertyKinds,
  sheetLines,
  storedValues,
} from '#core/surface.js'
import { toKeyedForm, toResolvedForm } from './authoring-form.js'

type AuthoredForm = Readonly<Record<string, unknown>>

export interface ValueScope {
  readonly names: sheetLines.SheetNames
  readonly registry: Registry
}

/** True for fields that reference other records; they are written after these records exist. */
export function hasReferences(property: Property): boolean {
  return property.kind.references !== undefined
}

/** The sheet notation of a value in authored form. */
export function formatSheetValue(property: Property, value: unknown, { names, registry }: ValueScope): unknown {
  if (property.kind === propertyKinds.ruleKind) {
    if (!isObject(value)) return value
    return sheetLines.formatRuleLine(value, names) ?? toKeyedForm(value, names, registry)
  }
  const join = entityModel.getJoinOptions(property)
  if (join) return typeof value === 'number' ? names.nameOf(join.entity, value) : value
  if (!Array.isArray(value)) return value
  if (property.kind === propertyKinds.selectionsKind)
    return Object.fromEntries(value.map((selection: propertyKinds.StoredSelection) => formatSelectionPair(selection, names)))
  if (property.kind === propertyKinds.groupPriceKind)
    return Object.fromEntries(
      value.map(({ customer_group_id, price }: { customer_group_id: number; price: number }) => [
        names.nameOf('customer-group', customer_group_id),
        price,
      ]),
    )
  if (property.kind === propertyKinds.calculationOverrideKind)
    return Object.fromEntries(
      value.map(({ customer_group_id, calculation_id }: { customer_group_id: number; calculation_id: number | null }) => [
        names.nameOf('customer-group', customer_group_id),
        calculation_id === null ? null : names.nameOf('calculation', calculation_id),
      ]),
    )
  return value
}

function formatSelectionPair(
  { question_id, value }: propertyKinds.StoredSelection,
  names: sheetLines.SheetNames,
): readonly [string, unknown] {
  const answers = value.split(',').map((id) => names.answerOf(question_id, Number(id)))
  const keys = answers.flatMap((key) => key ?? [])
  const name = names.nameOf('question', question_id)
  if (keys.length < answers.length) return [name, String(Number(value)) === value ? Number(value) : value]
  return [name, keys.length === 1 ? keys[0] : keys]
}

/** Parses sheet notation into the value that a REST client would send. LineRefusal with a message for the author. */
export function parseSheetValue(property: Property, notation: unknown, { names, registry }: ValueScope): unknown {
  if (notation === null || notation === undefined) return null
  if (property.kind === propertyKinds.ruleKind) {
    if (typeof notation === 'string') return notation.trim() === '' ? null : sheetLines.parseRuleLine(notation, names)
    if (isObject(notation)) return toResolvedForm(notation, names, registry)
    throw new sheetLines.LineRefusal(createMessage('authoring.ruleLine'))
  }
  const join = entityModel.getJoinOptions(property)
  if (join)
    return names.resolveKey(
      join.entity,
      requireName(
        notation,
        createMessage(names.isPart(join.entity) ? 'authoring.keyOfEntity' : 'authoring.nameOfEntity', {
          entity: createLabel('entity', join.entity),
        }),
      ),
    )
  if (property.kind === propertyKinds.selectionsKind)
    return requirePairs(notation, createMessage('authoring.pairAnswer')).map(([question, value]) => ({
      question_id: names.idOf('question', question),
      value: parseSelection(names.idOf('question', question), value, names),
    }))
  if (property.kind === propertyKinds.groupPriceKind)
    return requirePairs(notation, createMessage('authoring.pairGroupPrice')).map(([group, price]) => ({
      customer_group_id: names.resolveKey('customer-group', group),
      price,
    }))
  if (property.kind === propertyKinds.calculationOverrideKind)
    return requirePairs(notation, createMessage('authoring.pairGroupCalculation')).map(([group, calculation]) => ({
      customer_group_id: names.resolveKey('customer-group', group),
      calculation_id:
        calculation === null
          ? null
          : names.resolveKey('calculation', requireName(calculation, createMessage('authoring.calculationKeyOrNull'))),
    }))
  return notation
}

function requireName(value: unknown, expected: Message): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new sheetLines.LineRefusal(createMessage('authoring.nameRequired', { expected, text: formatValue(value) }))
}

function requirePairs(value: unknown, expected: Message): readonly (readonly [string, unknown])[] {
  if (isObject(value)) return Object.entries(value)
  throw new sheetLines.LineRefusal(createMessage('authoring.pairsRequired', { expected, text: formatValue(value) }))
}

/** Answer keys become ids in ascending order, as they are stored; entered values stay as they are. */
function parseSelection(question: number, value: unknown, names: sheetLines.SheetNames): string {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (all.length === 0 || all.some((item) => item === null || typeof item === 'object'))
    throw new sheetLines.LineRefusal(createMessage('authoring.selectionRequired', { text: formatValue(value) }))
  if (!names.hasAnswers(question)) return all.map(String).join(',')
  return all
    .map((item) => names.answerIdOf(question, String(item)))
    .sort((a, b) => a - b)
    .join(',')
}

/** The message of a refusal; rethrows any other error. */
export function getRefusalMessage(error: unknown): MessageText {
  if (error instanceof sheetLines.LineRefusal) return error.problem
  if (error instanceof Refusal) return getMessage(error)
  throw error
}

export type { AuthoredForm }

// Compares field values for equality, ignoring the form of empty values and the order of references.

/** Replaces any empty value with the field's own empty value. */
export function toOwnEmptyValue(property: Property, value: unknown): unknown {
  return value === null || value === undefined || value === '' ? storedValues.emptyValue(property) : value
}

/** True for equal values. The order of list entries and the reason next to a raw rule do not matter. */
export function isSameReferenceValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    const toSortedTexts = (list: readonly unknown[]): readonly string[] => list.map((item) => JSON.stringify(item)).sort()
    return isSameJson(toSortedTexts(a), toSortedTexts(b))
  }
  return isSameJson(removeReason(a), removeReason(b))
}

function removeReason(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('raw' in value)) return value
  return value.raw
}
