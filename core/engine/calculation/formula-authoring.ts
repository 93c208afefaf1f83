// Converts terms between the authored and the stored form, and rejects invalid terms.
import { createMessage, suggestName, formatValue } from '../../foundation/message.js'
import { isObject } from '../../foundation/json.js'
import type { Refusal } from '../../foundation/property/kind.js'
import {
  shortFormMarkers,
  shortToStored,
  storedToShort,
  findShortFormType,
  validateArguments,
  checkOperand,
  checkReferences,
  checkValue,
  joinPath,
  RefusalCollector,
} from '../question/operand-check.js'
import { type Arguments, argumentReferences, type TermType } from '../question/operand.js'
import type { RuleVocabulary } from '../question/vocabulary.js'
import {
  type ArithmeticOperator,
  arithmeticOperators,
  formulaLimits,
  MalformedFormula,
  parseFormula,
  type Sequence,
  serializeFormula,
  type Term,
} from './stored.js'

type Shape = Readonly<Record<string, unknown>>

const grammar = ['number', 'operator', 'group', 'function', 'term'] as const

class TermParser {
  private count = 0

  constructor(
    private readonly vocabulary: RuleVocabulary,
    readonly validation: RefusalCollector,
  ) {}

  sequence(items: unknown, path: string, depth: number): Sequence | null {
    if (!Array.isArray(items) || items.length === 0) {
      this.validation.refuse(createMessage('authoring.formulaRequired'), path)
      return null
    }
    if (depth > formulaLimits.depth) {
      this.validation.refuse(createMessage('authoring.formulaTooDeep', { count: formulaLimits.depth }), path)
      return null
    }
    const terms: (Term | null)[] = []
    const operators: (ArithmeticOperator | null)[] = []
    for (const [i, item] of items.entries()) {
      if (++this.count > formulaLimits.terms) {
        this.validation.refuse(createMessage('authoring.formulaTooLong', { count: formulaLimits.terms }), path)
        return null
      }
      const at = `${path}[${i}]`
      const isOperator = isObject(item) && Object.hasOwn(item, 'operator')
      if (i % 2 === 1) operators.push(this.operator(item, at))
      else if (isOperator) {
        this.validation.refuse(createMessage('authoring.termExpected'), at)
        return null
      } else terms.push(this.term(item, at, depth))
    }
    if (items.length % 2 === 0) {
      this.validation.refuse(createMessage('authoring.operatorAtEnd'), `${path}[${items.length - 1}]`)
      return null
    }
    if (terms.includes(null) || operators.includes(null)) return null
    return { terms: terms as readonly Term[], operators: operators as readonly ArithmeticOperator[] }
  }

  private operator(item: unknown, path: string): ArithmeticOperator | null {
    if (!isObject(item) || !Object.hasOwn(item, 'operator')) {
      this.validation.refuse(createMessage('authoring.operatorExpected'), path)
      return null
    }
    this.refuseOtherKeys(item, ['operator'], path)
    const operator = arithmeticOperators.find((operator) => operator === item['operator'])
    if (operator) return operator
    this.validation.refuse(
      createMessage('authoring.signNotOperator', {
        sign: formatValue(item['operator'], 20),
        signs: arithmeticOperators.join(' '),
      }),
      joinPath(path, 'operator'),
    )
    return null
  }

  private refuseOtherKeys(item: Shape, keys: readonly string[], path: string): void {
    for (const name of Object.keys(item)) {
      if (keys.includes(name)) continue
      this.validation.refuse(
        createMessage('authoring.keyUnknown', { name: name.slice(0, 60), hint: suggestName(name, keys), names: keys.join(', ') }),
        joinPath(path, name.slice(0, 60)),
      )
    }
  }

  private term(item: unknown, path: string, depth: number): Term | null {
    if (!isObject(item)) {
      this.validation.refuse(createMessage('authoring.termRequired'), path)
      return null
    }
    if (Object.hasOwn(item, 'number')) return this.number(item, path)
    if (Object.hasOwn(item, 'group')) {
      this.refuseOtherKeys(item, ['group'], path)
      const body = this.sequence(item['group'], joinPath(path, 'group'), depth + 1)
      return body && { kind: 'bracket', body }
    }
    if (Object.hasOwn(item, 'function')) return this.function(item, path, depth)
    return this.typed(item, path)
  }

  private number(item: Shape, path: string): Term | null {
    this.refuseOtherKeys(item, ['number'], path)
    const value = item['number']
    if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'number', value }
    this.validation.refuse(createMessage('authoring.termNumber'), joinPath(path, 'number'))
    return null
  }

  private function(item: Shape, path: string, depth: number): Term | null {
    this.refuseOtherKeys(item, ['function', 'parameters'], path)
    const { functions } = this.vocabulary.types
    const definition = typeof item['function'] === 'string' ? functions.get(item['function']) : undefined
    if (!definition) {
      const name = formatValue(item['function'])
      this.validation.refuse(
        createMessage('authoring.functionUnknown', {
          name,
          hint: suggestName(name, functions.keys()),
          names: [...functions.keys()].join(', '),
        }),
        joinPath(path, 'function'),
      )
      return null
    }
    const { parameters } = item
    const { required, optional, name } = definition
    const maxParameters = optional === 'any' ? Number.POSITIVE_INFINITY : required + optional
    if (!Array.isArray(parameters) || parameters.length < required || parameters.length > maxParameters) {
      const expected =
        optional === 'any'
          ? createMessage('authoring.orMore', { count: required })
          : maxParameters === required
            ? required
            : createMessage('authoring.fromTo', { least: required, most: maxParameters })
      this.validation.refuse(createMessage('authoring.functionParameters', { name, expected }), joinPath(path, 'parameters'))
      return null
    }
    const parsed = parameters.map((parameter: unknown, i) =>
      this.sequence(parameter, `${joinPath(path, 'parameters')}[${i}]`, depth + 1),
    )
    return parsed.includes(null) ? null : { kind: 'function', name, parameters: parsed as readonly Sequence[] }
  }

  private typed(item: Shape, path: string): Term | null {
    const { termTypes } = this.vocabulary.types
    if (Object.hasOwn(item, 'term')) {
      const { term: name, ...args } = item
      const type = typeof name === 'string' ? termTypes.get(name) : undefined
      if (type) return this.checkedTerm(type, args, path, (stored) => stored, 'term')
      const names = [...termTypes.keys()]
      this.validation.refuse(
        createMessage('authoring.termTypeUnknown', {
          name: formatValue(name),
          hint: suggestName(formatValue(name), names),
          names: names.join(', '),
        }),
        joinPath(path, 'term'),
      )
      return null
    }
    const short = findShortFormType(item, termTypes)
    if (!short) {
      const keys = [...grammar, ...shortFormMarkers(termTypes)]
      const hint = suggestName(Object.keys(item)[0] ?? '', keys)
      this.validation.refuse(createMessage('authoring.termKeys', { keys: keys.map((key) => `'${key}'`).join(', '), hint }), path)
      return null
    }
    const args = shortToStored(item, short.authoring!, [], this.validation, path)
    const keyOf = (stored: string): string =>
      Object.entries(short.authoring!.keys).find(([, key]) => key.stored === stored)?.[0] ?? stored
    return args && this.checkedTerm(short, args, path, keyOf, short.authoring!.marker)
  }

  private checkedTerm(
    type: TermType,
    args: Arguments,
    path: string,
    keyOf: (stored: string) => string,
    marker: string,
  ): Term | null {
    const refusalsBefore = this.validation.refusals.length
    if (Object.hasOwn(args, 'type') || Object.hasOwn(args, 'data'))
      this.validation.refuse(createMessage('authoring.termKeyReserved'), path)
    else if ('operand' in type) this.operand(type, args, path, keyOf, marker)
    else {
      validateArguments(type, args, this.validation, path)
      if (this.validation.refusals.length === refusalsBefore)
        checkReferences(argumentReferences(type, args), this.vocabulary, this.validation, path)
    }
    return this.validation.refusals.length > refusalsBefore ? null : { kind: 'typed', type: type.name, args, nested: false }
  }

  private operand(
    type: Extract<TermType, { operand: unknown }>,
    args: Arguments,
    path: string,
    keyOf: (stored: string) => string,
    marker: string,
  ): void {
    const operand = type.operand(args)
    if (!operand) {
      this.validation.refuse(createMessage('authoring.termIncomplete', { name: type.name }), path)
      return
    }
    const at = (stored: string): string => joinPath(path, keyOf(stored))
    const paths = { subject: joinPath(path, marker), field: at('field'), answerId: at('answerId') }
    const checkedOperand = checkOperand(operand.reads, this.vocabulary, 'inTerms', this.validation, paths)
    if (checkedOperand && operand.equals !== undefined)
      checkValue(operand.equals, null, checkedOperand, this.validation, at('value'))
  }
}

/** Converts authored terms into stored terms. Refusals contain the path of the invalid term. */
export function toStoredTerms(
  authored: unknown,
  vocabulary: RuleVocabulary,
): { readonly terms: unknown } | { readonly refusals: readonly Refusal[] } {
  const validation = new RefusalCollector()
  const sequence = new TermParser(vocabulary, validation).sequence(authored, 'terms', 1)
  return sequence && validation.refusals.length === 0 ? { terms: serializeFormula(sequence) } : { refusals: validation.refusals }
}

function authoredTerm(term: Term, types: ReadonlyMap<string, TermType>): Shape {
  switch (term.kind) {
    case 'number':
      return { number: term.value }
    case 'bracket':
      return { group: authoredTerms(term.body, types) }
    case 'function':
      return { function: term.name, parameters: term.parameters.map((parameter) => authoredTerms(parameter, types)) }
    case 'typed': {
      const form = types.get(term.type)?.authoring
      return (form && storedToShort(term.args, form)) ?? { term: term.type, ...term.args }
    }
  }
}

function authoredTerms(sequence: Sequence, types: ReadonlyMap<string, TermType>): readonly Shape[] {
  return sequence.terms.flatMap((term, i) =>
    i === 0 ? [authoredTerm(term, types)] : [{ operator: sequence.operators[i - 1]! }, authoredTerm(term, types)],
  )
}

/**
 * Converts stored terms, including the older nested form, into authored terms. Returns null for malformed terms. Never throws.
 */
export function toAuthoredTerms(terms: unknown, types: ReadonlyMap<string, TermType>): readonly Shape[] | null {
  const sequence = parseFormula(terms)
  return sequence instanceof MalformedFormula ? null : authoredTerms(sequence, types)
}
