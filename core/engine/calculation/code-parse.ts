// Parses the code of a calculation with acorn.
// Only listed node types are allowed; all others get an error message that names an alternative.
import { type AnyNode, type CallExpression, type Expression, parseExpressionAt } from 'acorn'
import { didYouMean } from '../../foundation/nearest.js'
import {
  type BinaryOperator,
  type CodeNode,
  codeLimits,
  mathConstants,
  mathFunctions,
  type Placeholder,
  placeholders,
} from './code-tree.js'
import type { Operand } from '../question/operand.js'
import { operandReferences } from '../question/references.js'
import type { FunctionDefinition } from './term-type.js'

/** The reason why code is rejected. The message explains how to fix the code. */
export class CodeRefusal extends Error {
  constructor(
    message: string,
    /** Position of the error in characters, counted from 0. Null if the error concerns the whole code. */
    readonly at: number | null = null,
  ) {
    super(message)
  }
}

const binaryOperators: readonly string[] = ['+', '-', '*', '/', '%', '==', '!=', '===', '!==', '<', '<=', '>', '>=']

/** The message for each syntax node type that is not allowed. */
const alternatives: Readonly<Record<string, string>> = {
  ArrayExpression: 'Lists are not allowed; give the values to min or max one by one.',
  ArrowFunctionExpression: 'Functions cannot be written here; write the expression itself.',
  AssignmentExpression: "Nothing can be assigned; compare with '=='.",
  AwaitExpression: "Nothing can be awaited; leave out 'await'.",
  BinaryExpression: 'Use one of the operators + - * / % == != < <= > >=.',
  ChainExpression: "Optional access '?.' is not allowed; use a condition such as x > 0 ? a : b.",
  ClassExpression: 'Classes cannot be written here; write the expression itself.',
  FunctionExpression: 'Functions cannot be written here; write the expression itself.',
  ImportExpression: 'Nothing can be imported; use the functions that the action describe-calculations lists.',
  MemberExpression: "Properties cannot be read; of objects only 'Math.' with its functions is known.",
  MetaProperty: 'Nothing can be read from the surroundings; use question selections and calculations.',
  NewExpression: 'Objects cannot be created; write numbers, texts and function calls.',
  ObjectExpression: 'Objects are not allowed; write numbers, texts and function calls.',
  SequenceExpression: 'Write one expression, not several with commas between them.',
  TaggedTemplateExpression: "Templates are not allowed; write a text in quotes, for example 'red'.",
  TemplateLiteral: "Templates are not allowed; write a text in quotes, for example 'red'.",
  ThisExpression: "'this' is not known; use question selections and calculations.",
  UpdateExpression: "Nothing can be counted up or down; write '+ 1' or '- 1'.",
  YieldExpression: "Nothing can be yielded; leave out 'yield'.",
}

const statementStart = /^\s*(return|if|for|while|do|var|let|const|function|switch|throw|try|class|import|export|debugger)\b/

function parseTree(code: string): Expression {
  const word = statementStart.exec(code)?.[1]
  if (word !== undefined)
    throw new CodeRefusal(`The code must be an expression, not a statement: leave out '${word}' and write, for example, 'A * 2'.`)
  let tree: Expression
  try {
    tree = parseExpressionAt(code, 0, { ecmaVersion: 2023, preserveParens: true })
  } catch (error) {
    // acorn converts a stack overflow from deep nesting into a SyntaxError of its own.
    if (error instanceof RangeError || (error instanceof Error && error.message.startsWith('Not enough stack'))) throw tooDeep()
    if (!(error instanceof SyntaxError)) throw error
    const at = 'pos' in error && typeof error.pos === 'number' ? error.pos : code.length
    const near = at < code.length ? `near '${code.slice(at, at + 12)}'` : 'at its end'
    throw new CodeRefusal(`The code cannot be read ${near}. Write one expression, for example 'A * 2'.`, at)
  }
  const rest = code.slice(tree.end).trim()
  if (rest === ';') throw new CodeRefusal("The code must be an expression, not a statement: leave out the ';' at the end.")
  if (rest !== '')
    throw new CodeRefusal(`The code goes on after its expression, with '${rest.slice(0, 12)}'. Write one expression.`, tree.end)
  return tree
}

const tooDeep = (): CodeRefusal =>
  new CodeRefusal(`The code is nested more than ${codeLimits.depth} levels deep. Split it into several calculations.`)

/** A record id in the source text of code, with its character range. */
export interface CodeId {
  readonly entity: 'answer' | 'calculation' | 'question'
  readonly id: number
  readonly start: number
  readonly end: number
}

class TreeReader {
  /** The record ids of all calls read so far, from left to right. */
  readonly ids: CodeId[] = []
  /** Start position of the node that was read last, for error messages. */
  position: number | null = null
  private count = 0

  constructor(
    private readonly code: string,
    private readonly functions: ReadonlyMap<string, FunctionDefinition>,
  ) {}

  node(node: AnyNode, depth = 1): CodeNode {
    this.position = node.start
    if (depth > codeLimits.depth) throw tooDeep()
    if (++this.count > codeLimits.nodes)
      throw new CodeRefusal(`The code has more than ${codeLimits.nodes} parts. Split it into several calculations.`)
    const down = (part: AnyNode): CodeNode => this.node(part, depth + 1)
    switch (node.type) {
      case 'ParenthesizedExpression':
        return down(node.expression)
      case 'Literal':
        return this.literal(node.value, node.raw ?? '')
      case 'Identifier':
        return this.identifier(node.name, node.start, node.end)
      case 'UnaryExpression':
        if (node.operator === '-' || node.operator === '+' || node.operator === '!')
          return { kind: 'unary', operator: node.operator, argument: down(node.argument) }
        throw new CodeRefusal(`The operator '${node.operator}' is not allowed. Use - + or ! in front of a value.`)
      case 'BinaryExpression':
        if (!binaryOperators.includes(node.operator))
          throw new CodeRefusal(`The operator '${node.operator}' is not allowed. ${alternatives['BinaryExpression']}`)
        return { kind: 'binary', operator: node.operator as BinaryOperator, left: down(node.left), right: down(node.right) }
      case 'LogicalExpression':
        if (node.operator === '??') throw new CodeRefusal("The operator '??' is not allowed. Use || or a condition x ? a : b.")
        return { kind: 'logical', operator: node.operator, left: down(node.left), right: down(node.right) }
      case 'ConditionalExpression':
        return { kind: 'conditional', test: down(node.test), yes: down(node.consequent), no: down(node.alternate) }
      case 'CallExpression':
        return this.call(node, down)
      case 'MemberExpression': {
        const constant = mathConstants.get(mathMember(node) ?? '')
        if (constant !== undefined) return { kind: 'literal', value: constant }
        throw new CodeRefusal(alternatives['MemberExpression']!)
      }
      default:
        throw new CodeRefusal(
          alternatives[node.type] ??
            'The code holds something that is not allowed. Write numbers, texts, operators and function calls.',
        )
    }
  }

  private literal(value: unknown, raw: string): CodeNode {
    if (typeof value === 'string' || typeof value === 'boolean') return { kind: 'literal', value }
    if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'literal', value }
    throw new CodeRefusal(`'${raw.slice(0, 20)}' is not allowed. Write a number, a text in quotes, true or false.`)
  }

  private identifier(name: string, start: number, end: number): CodeNode {
    if (this.code.slice(start, end) !== name)
      throw new CodeRefusal(`'${this.code.slice(start, end)}' is not known. Write names in plain letters.`)
    if ((placeholders as readonly string[]).includes(name)) {
      const spaced = (character: string | undefined): boolean => character === undefined || /\s/.test(character)
      if (!spaced(this.code[start - 1]) || !spaced(this.code[end]))
        throw new CodeRefusal(
          `'${name}' is replaced only where spaces surround it: write ' ${name} ' with a space on both sides.`,
        )
      return { kind: 'placeholder', letter: name as Placeholder }
    }
    if (name === 'Total' || name === 'TotalRecurring') return { kind: 'total', recurring: name === 'TotalRecurring' }
    const names = [...placeholders, 'Total', 'TotalRecurring', ...this.functionNames()]
    if (names.includes(name)) throw new CodeRefusal(`'${name}' is a function: write '${name}(…)'.`)
    throw new CodeRefusal(
      `'${name.slice(0, 40)}' is not known.${didYouMean(name, names)} Known are ${names.join(', ')} and Math.`,
    )
  }

  private functionNames(): readonly string[] {
    return [...Object.keys(readFunctions), 'QuestionProperty', ...this.functions.keys()]
  }

  private call(node: CallExpression, down: (part: AnyNode) => CodeNode): CodeNode {
    const { callee } = node
    if (node.optional) throw new CodeRefusal(alternatives['ChainExpression']!)
    if (callee.type === 'MemberExpression') {
      const name = mathMember(callee)
      const math = name === null ? undefined : mathFunctions.get(name)
      if (name === null || !math)
        throw new CodeRefusal(
          `Only these functions of an object can be called: ${[...mathFunctions.keys()].map((key) => `Math.${key}`).join(', ')}.`,
        )
      countParameters(`Math.${name}`, node.arguments.length, math.min, math.max)
      return { kind: 'math', name, parameters: node.arguments.map(down) }
    }
    if (callee.type !== 'Identifier') throw new CodeRefusal('Only a function by its name can be called, for example round(1.5).')
    const { name } = callee
    const source = this.code.slice(node.start, node.end)
    if (Object.hasOwn(readFunctions, name)) {
      countParameters(name, node.arguments.length, 1, 1)
      const operand = readFunctions[name]!(parseId(name, node.arguments[0]))
      this.recordIds(operand, node.arguments)
      return { kind: 'read', source, operand }
    }
    if (name === 'QuestionProperty') {
      const operand = parseQuestionProperty(node)
      this.recordIds(operand, node.arguments)
      return { kind: 'read', source, operand }
    }
    const definition = this.functions.get(name)
    if (!definition) {
      const names = this.functionNames()
      throw new CodeRefusal(
        `The function '${name.slice(0, 40)}' is not known.${didYouMean(name, names)} Known are ${names.join(', ')}.`,
      )
    }
    const max = definition.optional === 'any' ? Number.POSITIVE_INFINITY : definition.required + definition.optional
    countParameters(name, node.arguments.length, definition.required, max)
    return { kind: 'call', name, parameters: node.arguments.map(down) }
  }

  /** The first argument is the id of the record, the third the id of an answer of that question. */
  private recordIds(operand: Operand, [first, , third]: CallExpression['arguments']): void {
    for (const { entity, id: parseId } of operandReferences(operand)) {
      const at = entity === 'answer' ? third : first
      if (at && (entity === 'answer' || entity === 'calculation' || entity === 'question')) {
        this.ids.push({ entity, id: parseId, start: at.start, end: at.end })
      }
    }
  }
}

const readFunctions: Readonly<Record<string, (parseId: number) => Extract<CodeNode, { kind: 'read' }>['operand']>> = {
  QuestionSelection: (question) => ({ question, field: 'selected' }),
  QuestionPrice: (question) => ({ question, field: 'price' }),
  QuestionPriceRecurring: (question) => ({ question, field: 'priceRecurring' }),
  Calculation: (calculation) => ({ calculation }),
}

/** `round` for `Math.round`. Null for any other property access, including computed ones. */
function mathMember(node: Extract<AnyNode, { type: 'MemberExpression' }>): string | null {
  const plain = !node.computed && !node.optional && node.object.type === 'Identifier' && node.object.name === 'Math'
  return plain && node.property.type === 'Identifier' ? node.property.name : null
}

function countParameters(name: string, count: number, min: number, max: number): void {
  if (count >= min && count <= max) return
  const expected = min === max ? `${min}` : max === Number.POSITIVE_INFINITY ? `${min} or more` : `${min} to ${max}`
  throw new CodeRefusal(`'${name}' takes ${expected} parameter${expected === '1' ? '' : 's'}, not ${count}.`)
}

function parseId(name: string, node: AnyNode | undefined): number {
  if (node?.type === 'Literal' && typeof node.value === 'number' && Number.isSafeInteger(node.value) && node.value > 0)
    return node.value
  throw new CodeRefusal(`'${name}' takes an id written as a plain number, for example ${name}(12).`)
}

function parseQuestionProperty(node: CallExpression): Extract<CodeNode, { kind: 'read' }>['operand'] {
  countParameters('QuestionProperty', node.arguments.length, 2, 3)
  const [, field, answer] = node.arguments
  if (field?.type !== 'Literal' || typeof field.value !== 'string')
    throw new CodeRefusal("'QuestionProperty' takes a field in quotes, for example QuestionProperty(12, 'price').")
  const question = parseId('QuestionProperty', node.arguments[0])
  return answer === undefined
    ? { question, field: field.value }
    : { question, field: field.value, answerId: parseId('QuestionProperty', answer) }
}

/** Parses code. The error explains how to fix it. Never throws for any text. */
export function parseCode(code: string, functions: ReadonlyMap<string, FunctionDefinition>): CodeNode | CodeRefusal {
  if (code.trim() === '') return new CodeRefusal("The code is empty. Write one expression, for example 'A * 2'.")
  if (code.length > codeLimits.characters)
    return new CodeRefusal(`The code is longer than ${codeLimits.characters} characters. Split it into several calculations.`)
  const reader = new TreeReader(code, functions)
  try {
    return reader.node(parseTree(code))
  } catch (error) {
    if (error instanceof CodeRefusal) return new CodeRefusal(error.message, error.at ?? reader.position)
    throw error
  }
}

/** The record ids in code, from left to right. Empty for malformed code. */
export function findCodeIds(code: string, functions: ReadonlyMap<string, FunctionDefinition>): readonly CodeId[] {
  if (code.length > codeLimits.characters) return []
  const reader = new TreeReader(code, functions)
  try {
    reader.node(parseTree(code))
    return reader.ids
  } catch (error) {
    if (error instanceof CodeRefusal) return []
    throw error
  }
}
