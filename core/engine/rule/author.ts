// From the nested form in which authors write rules to the token stream that is stored; refuses what spec 2.6 refuses.
import { isObject } from '../../ground/object.js'
import { didYouMean } from '../../ground/nearest.js'
import { Refusal } from '../../ground/property/kind.js'
import { spell } from '../../ground/spell.js'
import { markersOf, shortToStored, typeOfShortForm } from '../question/authoring.js'
import {
  checkArguments,
  checkOperand,
  checkOperator,
  checkReferences,
  checkValue,
  join,
  Judge,
  type Left,
} from '../question/check.js'
import type { Arguments } from '../question/operand.js'
import { argumentReferences } from '../question/references.js'
import { numberOf } from '../question/value.js'
import type { Vocabulary } from '../question/vocabulary.js'
import type { ConditionType } from './define.js'
import { readRule } from './read.js'
import { type ParsedRule, type RuleNode, ruleLimits, spellRule, type StoredCondition } from './stored.js'

type Shape = Readonly<Record<string, unknown>>

const example = '{"question": 12, "operator": "==", "value": 34}'

class Writer {
  readonly judge = new Judge()
  /** `fromStored`: numbers and ids may be spelled as texts, as stored rules may hold them. */
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly fromStored = false,
  ) {}

  rule(authored: Shape): ParsedRule | null {
    if (!Object.hasOwn(authored, 'not')) return this.wrap(false, this.node(authored, '', 1))
    this.only(authored, 'not', '')
    const inner = authored['not']
    if (isObject(inner)) return this.wrap(true, this.node(inner, 'not', 1))
    this.judge.refuse(`'not' takes a rule, for example {"not": ${example}}.`, 'not')
    return null
  }

  private wrap(not: boolean, root: RuleNode | null): ParsedRule | null {
    return root && { not, root }
  }

  private only(authored: Shape, key: string, path: string): void {
    const other = Object.keys(authored).find((name) => name !== key)
    if (other !== undefined) this.judge.refuse(`'${key}' stands alone: '${other.slice(0, 60)}' cannot stand beside it.`, path)
  }

  private node(authored: Shape, path: string, depth: number): RuleNode | null {
    if (depth > ruleLimits.depth) {
      this.judge.refuse(`A rule is nested at most ${ruleLimits.depth} levels deep.`, path)
      return null
    }
    if (Object.hasOwn(authored, 'not')) {
      this.judge.refuse(
        "'not' inverts a whole rule and stands only at its top. Inside, turn the operators round, or use two rules.",
        join(path, 'not'),
      )
      return null
    }
    for (const kind of ['all', 'any'] as const) if (Object.hasOwn(authored, kind)) return this.group(kind, authored, path, depth)
    return this.condition(authored, path)
  }

  private group(kind: 'all' | 'any', authored: Shape, path: string, depth: number): RuleNode | null {
    this.only(authored, kind, path)
    const items = authored[kind]
    const at = join(path, kind)
    if (!Array.isArray(items) || items.length === 0) {
      this.judge.refuse(`'${kind}' takes a list of at least one condition, for example {"${kind}": [${example}]}.`, at)
      return null
    }
    const parts = items.map((item: unknown, i) => {
      if (isObject(item)) return this.node(item, `${at}[${i}]`, depth + 1)
      this.judge.refuse(`A part of '${kind}' is a condition such as ${example}, or a group.`, `${at}[${i}]`)
      return null
    })
    return parts.includes(null) ? null : { kind, parts: parts as readonly RuleNode[] }
  }

  private condition(authored: Shape, path: string): RuleNode | null {
    const { conditionTypes } = this.vocabulary.types
    const generic = Object.hasOwn(authored, 'condition')
    const short = generic ? null : typeOfShortForm(authored, conditionTypes)
    if (short) {
      const args = shortToStored(authored, short.authoring!, ['operator', 'value'], this.judge, path)
      const keys = short.authoring!.keys
      const keyOf = (stored: string): string => Object.entries(keys).find(([, key]) => key.stored === stored)?.[0] ?? stored
      return args && this.compared(short, args, authored, path, keyOf, short.authoring!.marker)
    }
    if (generic) return this.generic(authored, path)
    const markers = [...markersOf(conditionTypes), 'condition', 'all', 'any']
    const first = Object.keys(authored)[0]
    const hint = first === undefined ? '' : didYouMean(first, markers)
    this.judge.refuse(
      `A condition has one of the keys ${markers.map((key) => `'${key}'`).join(', ')}, for example ${example}.${hint}`,
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
      const hint = typeof name === 'string' ? didYouMean(name, names) : ''
      this.judge.refuse(
        `There is no condition type '${spell(name)}'.${hint} There are ${names.join(', ')}.`,
        join(path, 'condition'),
      )
      return null
    }
    const taken = ['type', 'valueIs'].find((key) => Object.hasOwn(args, key))
    if (taken === undefined) return this.compared(type, args, authored, path, (stored) => stored, 'condition')
    this.judge.refuse(`A condition cannot have a key named '${taken}'.`, join(path, taken))
    return null
  }

  private compared(
    type: ConditionType,
    args: Arguments,
    authored: Shape,
    path: string,
    keyOf: (stored: string) => string,
    marker: string,
  ): RuleNode | null {
    const before = this.judge.refusals.length
    const left = this.left(type, args, path, keyOf, marker)
    const operator = checkOperator(authored['operator'], left, this.judge, join(path, 'operator'))
    const given = this.fromStored && left ? unquoted(authored['value'], left) : authored['value']
    const value = left ? checkValue(given, operator, left, this.judge, join(path, 'value')) : null
    if (this.judge.refusals.length > before || !left || operator === null || value === null) return null
    const condition: StoredCondition = { type: type.name, args, operator, value }
    return {
      kind: 'condition',
      condition: left.kind === 'choice' && value !== '' ? { ...condition, valueIsAnswer: true } : condition,
    }
  }

  private left(
    type: ConditionType,
    args: Arguments,
    path: string,
    keyOf: (stored: string) => string,
    marker: string,
  ): Left | null {
    if ('operand' in type) {
      const operand = type.operand(args)
      const at = (stored: string): string => join(path, keyOf(stored))
      if (operand)
        return checkOperand(operand, this.vocabulary, 'inRules', this.judge, {
          subject: join(path, marker),
          field: at('field'),
          answerId: at('answerId'),
        })
      this.judge.refuse(`The condition of type '${type.name}' does not say what it compares.`, path)
      return null
    }
    const before = this.judge.refusals.length
    checkArguments(type, args, this.judge, path)
    if (this.judge.refusals.length > before) return null
    checkReferences(argumentReferences(type, args), this.vocabulary, this.judge, path)
    return { name: `the condition '${type.name}'`, kind: type.kind }
  }
}

function unquoted(value: unknown, { kind }: Left): unknown {
  const meant = typeof value === 'string' && (kind === 'choice' || kind === 'number') ? numberOf(value) : null
  return meant ?? value
}

/**
 * Converts an authored rule into the stored one. `null` = no rule. `{raw}` is stored unchanged where the authoring form cannot
 * express it, else it is judged and stored like the form. Refusals name the place.
 */
export function storeRule(
  authored: unknown,
  vocabulary: Vocabulary,
): { readonly stored: string | null } | { readonly refusals: readonly Refusal[] } {
  if (authored === null) return { stored: null }
  if (!isObject(authored))
    return refused(`A rule is null, a condition such as ${example}, or a group {"all": [...]} or {"any": [...]}.`)
  if (Object.hasOwn(authored, 'raw')) return storeRaw(authored, vocabulary)
  return storeForm(authored, new Writer(vocabulary))
}

function storeForm(authored: Shape, writer: Writer): ReturnType<typeof storeRule> {
  const rule = writer.rule(authored)
  if (!rule || writer.judge.refusals.length > 0) return { refusals: writer.judge.refusals }
  const stored = spellRule(rule)
  if (stored.length > ruleLimits.characters)
    return refused(`A rule has at most ${ruleLimits.characters} characters as it is stored.`)
  return { stored }
}

function refused(message: string, path?: string): { readonly refusals: readonly Refusal[] } {
  return { refusals: [new Refusal(message, 'INVALID_VALUE', path)] }
}

function storeRaw({ raw, reason, ...others }: Shape, vocabulary: Vocabulary): ReturnType<typeof storeRule> {
  const other = Object.keys(others)[0]
  if (other !== undefined) return refused(`'raw' stands only with 'reason': '${other.slice(0, 60)}' cannot stand beside it.`)
  if (typeof raw !== 'string' || (reason !== undefined && typeof reason !== 'string'))
    return refused("'raw' takes the text of a stored rule as it was read, 'reason' a text.", 'raw')
  if (raw.length > ruleLimits.characters) return refused(`'raw' has at most ${ruleLimits.characters} characters.`, 'raw')
  const form = readRule(raw, vocabulary.types.conditionTypes)
  return form === null || Object.hasOwn(form, 'raw') ? { stored: raw } : storeForm(form, new Writer(vocabulary, true))
}
