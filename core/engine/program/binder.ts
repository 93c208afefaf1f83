// Compiles conditions and terms so they can be evaluated against the state of a configuration.
import { createMessage } from '../../foundation/message.js'
import type { NumberReader } from '../calculation/arithmetic.js'
import type { ComputedTerm, TermType } from '../calculation/term-type.js'
import { toComparable, compareScalars, type FieldKind, type Operator, operatorsOf, type Scalar } from '../question/value.js'
import { type Arguments, prepareArguments } from '../question/operand.js'
import { type BoundCondition, comparisonKind, testKind } from '../rule/rule-compiler.js'
import { Malformed, type StoredCondition } from '../rule/stored.js'
import { type BoundOperand, OperandBinder } from './operand-binder.js'
import type { CompiledQuestion, StateView } from './program.js'

export class Binder extends OperandBinder {
  readonly closures: ((state: StateView) => boolean)[] = []

  /** Compiles one condition of a rule. Throws Malformed if its type is unknown or its arguments are invalid. */
  condition(condition: StoredCondition): BoundCondition {
    const { type: name, args, operator, value } = condition
    const type = this.program.types.conditionTypes.get(name)
    if (!type) throw new Malformed(createMessage('findings.reasonType', { name }))
    if ('operand' in type) {
      const operand = type.operand(args)
      if (!operand) throw new Malformed(createMessage('findings.reasonOperand', { name }))
      return this.compileComparison(this.operand(operand), operator, value)
    }
    const prepared = prepareArguments(type, args)
    if (!prepared) throw new Malformed(createMessage('findings.reasonArgument', { name }))
    const reader = this.reader(type, args)
    const key = `condition:${name}`
    return this.addClosure((state) =>
      compareScalars(type.evaluate(prepared, reader(state), state.context.loaded?.[key]), operator, value, type.kind),
    )
  }

  private addClosure(test: (state: StateView) => boolean): BoundCondition {
    this.closures.push(test)
    return { kind: testKind.closure, place: this.closures.length - 1, value: 0 }
  }

  private compileComparison(bound: BoundOperand, operator: Operator, value: Scalar): BoundCondition {
    switch (bound.is) {
      case 'constant':
        return compareScalars(bound.value, operator, value, bound.kind)
      case 'node': {
        if (value === '') return this.compareEmpty(operator, { kind: testKind.nodeNull, place: bound.node }, testKind.nodeNumber)
        const right = toComparable(value, 'number')
        if (right === null) return operator === '!='
        return { kind: comparisonKind('node', operator), place: bound.node, value: Number(right) }
      }
      case 'selection':
        return this.compareSelection(bound.question, operator, value)
      case 'closure': {
        const { read } = bound
        const kind = bound.kind ?? kindOf(value)
        return this.addClosure((state) => compareScalars(read(state), operator, value, kind))
      }
      case 'several': {
        const { read, kind } = bound
        const equalsAny = (state: StateView): boolean => read(state).some((scalar) => compareScalars(scalar, '==', value, kind))
        if (value === '')
          return this.addClosure(
            (state) => (operator === '==') === read(state).every((scalar) => scalar === null || scalar === ''),
          )
        return operator === '!='
          ? this.addClosure((state) => !equalsAny(state))
          : operator === '=='
            ? this.addClosure(equalsAny)
            : false
      }
    }
  }

  private compareEmpty(operator: Operator, empty: { kind: number; place: number }, filled: number): BoundCondition {
    if (operator === '==') return { ...empty, value: 0 }
    return operator === '!=' ? { kind: filled, place: empty.place, value: 0 } : false
  }

  private compareSelection(question: CompiledQuestion, operator: Operator, value: Scalar): BoundCondition {
    const { index, kind } = question
    if (!operatorsOf(kind).includes(operator)) return false
    if (value === '') return this.compareEmpty(operator, { kind: testKind.empty, place: index }, testKind.held)
    if (kind === 'text') {
      const expected = String(value)
      return operator === '=='
        ? this.addClosure(({ text }) => text[index] === expected)
        : this.addClosure(({ text }) => text[index] !== expected)
    }
    const right = toComparable(value, kind)
    if (typeof right !== 'number') return operator === '!='
    if (kind !== 'choice') return { kind: comparisonKind('number', operator), place: index, value: right }
    const answer = this.program.answerIndex.get(right)
    if (answer === undefined || answer < question.firstAnswer || answer >= question.endAnswer) return operator === '!='
    if (!question.type.multiple) return { kind: comparisonKind('number', operator), place: index, value: right }
    return { kind: operator === '==' ? testKind.chosen : testKind.notChosen, place: answer, value: 0 }
  }

  /** Compiles a term. The result is NaN if the term is null and has no fallback. */
  term(type: TermType, args: Arguments): NumberReader<StateView> {
    if (!('operand' in type)) return this.computedTerm(type, args)
    const operand = type.operand(args)
    if (!operand) return () => Number.NaN
    const { reads, equals, fallback = 0 } = operand
    const bound = this.operand(reads)
    if (equals !== undefined) {
      const read = this.scalar(bound)
      return (state) => (compareScalars(read(state), '==', equals, kindOf(equals)) ? 1 : 0)
    }
    const read = this.number(bound)
    return (state) => {
      const value = read(state)
      return Number.isNaN(value) ? fallback : value
    }
  }

  private computedTerm(type: ComputedTerm, args: Arguments): NumberReader<StateView> {
    const prepared = prepareArguments(type, args)
    if (!prepared) return () => Number.NaN
    const reader = this.reader(type, args)
    const key = `term:${type.name}`
    return (state) => {
      const value = type.evaluate(prepared, reader(state), state.context.loaded?.[key])
      return value === null || Number.isNaN(value) ? 0 : value
    }
  }
}

function kindOf(value: Scalar): FieldKind {
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text'
}
