// Converts attributes of features: prices and weights are summed per answer, other attributes go to custom fields.
import { type FileFindings, formatValue } from 'product-configurator-service'
import { walkFeatures, type Feature, type FeatureModel } from './define.js'
import type { Decision, Decisions } from './decisions.js'

export interface AttributeFields {
  /** Fields of the product, such as `baseprice`. */
  readonly product: Readonly<Record<string, unknown>>
  /** Fields by question and index of the answer. */
  readonly answers: ReadonlyMap<Decision, ReadonlyMap<number, Readonly<Record<string, unknown>>>>
}

const sums: Readonly<Record<string, string>> = { price: 'price', weight: 'weight' }
const productFields: Readonly<Record<string, string>> = { price: 'baseprice', weight: 'baseweight' }
const customFields = ['assignment_custom_1', 'assignment_custom_2', 'assignment_custom_3', 'assignment_custom_4'] as const
const numberPattern = /^-?\d{1,12}(\.\d{1,4})?$/

export function convertAttributes(model: FeatureModel, { literals }: Decisions, findings: FileFindings): AttributeFields {
  const product: Record<string, unknown> = {}
  const answers = new Map<Decision, Map<number, Record<string, unknown>>>()
  const custom = new Map<string, string>()
  const unusedNames = new Set<string>()

  const fieldsOf = ({ name }: Feature): Record<string, unknown> | null => {
    const literal = literals.get(name) ?? null
    if (literal === null) return null
    const { decision } = literal.variable
    const own = answers.get(decision) ?? new Map<number, Record<string, unknown>>()
    answers.set(decision, own)
    const fields = own.get(literal.value) ?? {}
    own.set(literal.value, fields)
    return fields
  }
  const add = (fields: Record<string, unknown>, field: string, value: number): void => {
    fields[field] = Math.round((Number(fields[field] ?? 0) + value) * 10_000) / 10_000
  }
  const isOwn = (feature: Feature): boolean => {
    const literal = literals.get(feature.name)
    return literal?.variable.decision.answers[literal.value]?.feature === feature
  }

  for (const feature of walkFeatures(model.root))
    for (const [name, value] of feature.attributes) {
      const fieldName = name.toLowerCase()
      const sum = Object.hasOwn(sums, fieldName) ? sums[fieldName] : undefined
      if (sum !== undefined) {
        if (numberPattern.test(value)) {
          const fields = fieldsOf(feature)
          if (fields) add(fields, sum, Number(value))
          else add(product, productFields[fieldName]!, Number(value))
        } else
          findings.blocker(
            'attribute',
            `The ${fieldName} '${formatValue(value)}' of '${formatValue(feature.name)}' is no number such as 12.50.`,
            feature.line,
          )
      } else if (fieldName === 'sku' && isOwn(feature)) fieldsOf(feature)!['sku'] = value
      else {
        const field = custom.get(name) ?? customFields[custom.size]
        if (field !== undefined && isOwn(feature)) {
          custom.set(name, field)
          fieldsOf(feature)![field] = value
        } else unusedNames.add(name)
      }
    }
  for (const [name, field] of custom)
    findings.notice('attribute-kept', `The attribute '${formatValue(name)}' stands in the field ${field} of the answers.`)
  for (const name of unusedNames)
    findings.warning(
      'attribute-left-out',
      `The attribute '${formatValue(name)}' is left out where it stands at no answer of its own, or beyond the four fields that answers have for such.`,
    )
  return { product, answers }
}
