// Converts rules between the authoring form and the stored token stream, and generates the JSON Schema of the authoring form.
import { createMessage, type Message, type MessageText, suggestName, formatValue } from '../../foundation/message.js'
import { isObject } from '../../foundation/json.js'
import { Refusal, type JsonSchema } from '../../foundation/property/kind.js'
import {
  shortFormMarkers,
  shortToStored,
  findShortFormType,
  storedToShort,
  validateArguments,
  checkOperand,
  checkOperator,
  checkReferences,
  checkValue,
  joinPath,
  RefusalCollector,
  type ComparedOperand,
} from '../question/operand-check.js'
import {
  type Arguments,
  argumentReferences,
  type ConditionType,
  closedObject,
  type DefinedSchema,
  ownDefinitions,
  shortFormSchemas,
} from '../question/operand.js'
import { numberOf, orderedOperators } from '../question/value.js'
import type { RuleVocabulary } from '../question/vocabulary.js'
import {
  type ParsedRule,
  type RuleNode,
  ruleLimits,
  serializeRule,
  type StoredCondition,
  Malformed,
  parseRule,
} from './stored.js'
import { messageText } from '../../foundation/message-format.js'

type Shape = Readonly<Record<string, unknown>>

const example = '{"question": 12, "operator": "==", "value": 34}'

class RuleParser {
  readonly validation = new RefusalCollector()
  /** `fromStored`: numbers and ids may be texts, as in stored rules. */
  constructor(
    private readonly vocabulary: RuleVocabulary,
    private readonly fromStored = false,
  ) {}

  rule(authored: Shape): ParsedRule | null {
    if (!Object.hasOwn(authored, 'not')) return this.wrap(false, this.node(authored, '', 1))
    this.refuseOtherKeys(authored, 'not', '')
    const negated = authored['not']
    if (isObject(negated)) return this.wrap(true, this.node(negated, 'not', 1))
    this.validation.refuse(createMessage('authoring.notNeedsRule', { example }), 'not')
    return null
  }

  private wrap(not: boolean, root: RuleNode | null): ParsedRule | null {
    return root && { not, root }
  }

  private refuseOtherKeys(authored: Shape, key: string, path: string): void {
    const other = Object.keys(authored).find((name) => name !== key)
    if (other !== undefined)
      this.validation.refuse(createMessage('authoring.keyStandsAlone', { key, other: other.slice(0, 60) }), path)
  }

  private node(authored: Shape, path: string, depth: number): RuleNode | null {
    if (this.validation.isFull) return null
    if (depth > ruleLimits.depth) {
      this.validation.refuse(createMessage('authoring.ruleTooDeep', { count: ruleLimits.depth }), path)
      return null
    }
    if (Object.hasOwn(authored, 'not')) {
      this.validation.refuse(createMessage('authoring.notOnlyAtTop'), joinPath(path, 'not'))
      return null
    }
    for (const kind of ['all', 'any'] as const) if (Object.hasOwn(authored, kind)) return this.group(kind, authored, path, depth)
    return this.condition(authored, path)
  }

  private group(kind: 'all' | 'any', authored: Shape, path: string, depth: number): RuleNode | null {
    this.refuseOtherKeys(authored, kind, path)
    const items = authored[kind]
    const at = joinPath(path, kind)
    if (!Array.isArray(items) || items.length === 0) {
      this.validation.refuse(createMessage('authoring.groupEmpty', { kind, example }), at)
      return null
    }
    const parts = items.map((item: unknown, i) => {
      if (isObject(item)) return this.node(item, `${at}[${i}]`, depth + 1)
      this.validation.refuse(createMessage('authoring.groupPart', { kind, example }), `${at}[${i}]`)
      return null
    })
    return parts.includes(null) ? null : { kind, parts: parts as readonly RuleNode[] }
  }

  private condition(authored: Shape, path: string): RuleNode | null {
    const { conditionTypes } = this.vocabulary.types
    const generic = Object.hasOwn(authored, 'condition')
    const short = generic ? null : findShortFormType(authored, conditionTypes)
    if (short) {
      const args = shortToStored(authored, short.authoring!, ['operator', 'value'], this.validation, path)
      const keys = short.authoring!.keys
      const keyOf = (stored: string): string => Object.entries(keys).find(([, key]) => key.stored === stored)?.[0] ?? stored
      return args && this.createCondition(short, args, authored, path, keyOf, short.authoring!.marker)
    }
    if (generic) return this.generic(authored, path)
    const markers = [...shortFormMarkers(conditionTypes), 'condition', 'all', 'any']
    const first = Object.keys(authored)[0]
    const hint = first === undefined ? '' : suggestName(first, markers)
    this.validation.refuse(
      createMessage('authoring.conditionKeys', { keys: markers.map((key) => `'${key}'`).join(', '), example, hint }),
      path,
    )
    return null
  }

  private generic(authored: Shape, path: string): RuleNode | null {
    const { condition: name, operator: _operator, value: _value, ...args } = authored
    const { conditionTypes } = this.vocabulary.types
    const type = typeof name === 'string' ? conditionTypes.get(name) : undefined
    if (!type) {
      const names = [...conditionTypes.keys()]
      const hint = typeof name === 'string' ? suggestName(name, names) : ''
      this.validation.refuse(
        createMessage('authoring.conditionTypeUnknown', { name: formatValue(name), hint, names: names.join(', ') }),
        joinPath(path, 'condition'),
      )
      return null
    }
    const reservedKey = ['type', 'valueIs'].find((key) => Object.hasOwn(args, key))
    if (reservedKey === undefined) return this.createCondition(type, args, authored, path, (stored) => stored, 'condition')
    this.validation.refuse(createMessage('authoring.conditionKeyReserved', { key: reservedKey }), joinPath(path, reservedKey))
    return null
  }

  private createCondition(
    type: ConditionType,
    args: Arguments,
    authored: Shape,
    path: string,
    keyOf: (stored: string) => string,
    marker: string,
  ): RuleNode | null {
    const refusalsBefore = this.validation.refusals.length
    const operand = this.checkLeftSide(type, args, path, keyOf, marker)
    const operator = checkOperator(authored['operator'], operand, this.validation, joinPath(path, 'operator'))
    const input = this.fromStored && operand ? toNumber(authored['value'], operand) : authored['value']
    const value = operand ? checkValue(input, operator, operand, this.validation, joinPath(path, 'value')) : null
    if (this.validation.refusals.length > refusalsBefore || !operand || operator === null || value === null) return null
    const condition: StoredCondition = { type: type.name, args, operator, value }
    return {
      kind: 'condition',
      condition: operand.kind === 'choice' && value !== '' ? { ...condition, valueIsAnswer: true } : condition,
    }
  }

  private checkLeftSide(
    type: ConditionType,
    args: Arguments,
    path: string,
    keyOf: (stored: string) => string,
    marker: string,
  ): ComparedOperand | null {
    if ('operand' in type) {
      const operand = type.operand(args)
      const at = (stored: string): string => joinPath(path, keyOf(stored))
      if (operand)
        return checkOperand(operand, this.vocabulary, 'inRules', this.validation, {
          subject: joinPath(path, marker),
          field: at('field'),
          answerId: at('answerId'),
        })
      this.validation.refuse(createMessage('authoring.conditionIncomplete', { name: type.name }), path)
      return null
    }
    const refusalsBefore = this.validation.refusals.length
    validateArguments(type, args, this.validation, path)
    if (this.validation.refusals.length > refusalsBefore) return null
    checkReferences(argumentReferences(type, args), this.vocabulary, this.validation, path)
    return { name: createMessage('authoring.theCondition', { name: type.name }), kind: type.kind }
  }
}

function toNumber(value: unknown, { kind }: ComparedOperand): unknown {
  const parsed = typeof value === 'string' && (kind === 'choice' || kind === 'number') ? numberOf(value) : null
  return parsed ?? value
}

/**
 * Converts an authored rule into the stored form. `null` = no rule. `{raw}` is stored unchanged if the authoring form cannot
 * express it; otherwise it is validated and stored like the authoring form. Refusals contain the path.
 */
export function toStoredRule(
  authored: unknown,
  vocabulary: RuleVocabulary,
): { readonly stored: string | null } | { readonly refusals: readonly Refusal[] } {
  if (authored === null) return { stored: null }
  if (!isObject(authored)) return refuse(createMessage('authoring.ruleRequired', { example }))
  if (Object.hasOwn(authored, 'raw')) return storeRaw(authored, vocabulary)
  return storeForm(authored, new RuleParser(vocabulary))
}

function storeForm(authored: Shape, parser: RuleParser): ReturnType<typeof toStoredRule> {
  const rule = parser.rule(authored)
  if (!rule || parser.validation.refusals.length > 0) return { refusals: parser.validation.refusals }
  const stored = serializeRule(rule)
  if (stored.length > ruleLimits.characters)
    return refuse(createMessage('authoring.ruleTooLong', { count: ruleLimits.characters }))
  return { stored }
}

function refuse(message: Message, path?: string): { readonly refusals: readonly Refusal[] } {
  return { refusals: [new Refusal(message, 'INVALID_VALUE', path)] }
}

function storeRaw({ raw, reason, ...otherKeys }: Shape, vocabulary: RuleVocabulary): ReturnType<typeof toStoredRule> {
  const other = Object.keys(otherKeys)[0]
  if (other !== undefined) return refuse(createMessage('authoring.rawStandsAlone', { other: other.slice(0, 60) }))
  if (typeof raw !== 'string' || (reason !== undefined && typeof reason !== 'string'))
    return refuse(createMessage('authoring.rawRequired'), 'raw')
  if (raw.length > ruleLimits.characters)
    return refuse(createMessage('authoring.rawTooLong', { count: ruleLimits.characters }), 'raw')
  const form = toAuthoredRule(raw, vocabulary.types.conditionTypes)
  return form === null || Object.hasOwn(form, 'raw') ? { stored: raw } : storeForm(form, new RuleParser(vocabulary, true))
}

// Converts stored rules into the authoring form. Rules that the form cannot express are returned raw.

/** A rule in authoring form. Null = no rule. */
type AuthoredRule = Shape | null

class InexpressibleRule extends Error {
  constructor(readonly reason: Message) {
    super(messageText(reason))
  }
}

function authoredCondition(condition: StoredCondition, types: ReadonlyMap<string, ConditionType>): Shape {
  const { type: name, args, operator, value } = condition
  const type = types.get(name)
  if (!type) throw new InexpressibleRule(createMessage('authoring.conditionUnregistered', { type: name.slice(0, 60) }))
  const short = type.authoring ? storedToShort(args, type.authoring) : null
  if (short) return { ...short, operator, value }
  if (Object.hasOwn(args, 'condition')) throw new InexpressibleRule(createMessage('authoring.conditionKeyTaken'))
  return { condition: name, ...args, operator, value }
}

function authoredNode(node: RuleNode, types: ReadonlyMap<string, ConditionType>): Shape {
  if (node.kind === 'condition') return authoredCondition(node.condition, types)
  if (node.mixed) throw new InexpressibleRule(createMessage('authoring.combinatorsMixed'))
  return { [node.kind]: node.parts.map((part) => authoredNode(part, types)) }
}

/** Converts a stored rule into the authoring form, or `{raw, reason}` if it cannot be expressed. Never throws. */
export function toAuthoredRule(stored: string | null, types: ReadonlyMap<string, ConditionType>): AuthoredRule {
  const parsed = parseRule(stored)
  if (parsed === null) return null
  if (parsed instanceof Malformed) return toRaw(stored!, parsed.reason)
  try {
    const root = authoredNode(parsed.root, types)
    return parsed.not ? { not: root } : root
  } catch (error) {
    if (error instanceof InexpressibleRule) return toRaw(stored!, error.reason)
    throw error
  }
}

/** Converts a raw rule into the authoring form if possible. Returns other rules unchanged. */
export function toAuthoringForm(authored: unknown, types: ReadonlyMap<string, ConditionType>): unknown {
  return isObject(authored) && typeof authored['raw'] === 'string' ? toAuthoredRule(authored['raw'], types) : authored
}

/** The reason is in English: it is part of the value of the record, which is the same for every reader. */
function toRaw(stored: string, reason: MessageText): Shape {
  return { raw: stored, reason: messageText(createMessage('authoring.ruleInexpressible', { reason })) }
}

// The recursive JSON Schema of the authoring form, from the registered condition types.

const operator: JsonSchema = { enum: orderedOperators, description: 'An answer or a text takes only == and !=.' }
const value: JsonSchema = {
  type: ['string', 'number', 'boolean'],
  description: "An answer id, a number, a date as text, a text; '' for nothing selected.",
}

/** A field with a rule; null = the rule always holds. */
export const nullableSchema = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

/**
 * The schema of a rule, a reference into `definitions`. The caller places these at `at` (a JSON pointer such as
 * `#/components/schemas`). Names start with `Rule`.
 */
export function ruleSchema(types: ReadonlyMap<string, ConditionType>, at: string = ownDefinitions): DefinedSchema {
  const reference = (name: string): JsonSchema => ({ $ref: `${at}/${name}` })
  const parts = { type: 'array', items: reference('RulePart'), minItems: 1 }
  const comparison = { operator, value }
  const generic = {
    type: 'object',
    description: 'A condition of any type. Other keys are its arguments, stored unchanged.',
    properties: { condition: { enum: [...types.keys()] }, ...comparison },
    required: ['condition', 'operator', 'value'],
  }
  const raw = closedObject(
    { raw: { type: 'string' }, reason: { type: 'string' } },
    ['raw'],
    'A stored rule that cannot be expressed in another form. It is stored unchanged.',
  )
  return {
    schema: nullableSchema(reference('Rule')),
    definitions: {
      Rule: {
        description: 'When a question or an answer applies.',
        anyOf: [
          reference('RulePart'),
          closedObject({ not: reference('RulePart') }, ['not'], 'Inverts the whole rule. Allowed at the top level only.'),
          raw,
        ],
      },
      RulePart: { anyOf: [reference('RuleCondition'), reference('RuleGroup')] },
      RuleGroup: {
        anyOf: [
          closedObject({ all: parts }, ['all'], 'Every part must be true.'),
          closedObject({ any: parts }, ['any'], 'At least one part must be true.'),
        ],
      },
      RuleCondition: { anyOf: [...shortFormSchemas(types.values(), comparison, ['operator', 'value']), generic] },
    },
  }
}
