// Parses the code of a calculation with acorn.
// Only listed node types are allowed; all others get an error message that names an alternative.
import { createMessage, type Message, suggestName } from '../../foundation/message.js'
import { type AnyNode, type CallExpression, type Expression, parseExpressionAt } from 'acorn'
import {
  type BinaryOperator,
  type CodeNode,
  codeLimits,
  mathConstants,
  mathFunctions,
  type Placeholder,
  placeholders,
} from './code-tree.js'
import { type Operand, operandReferences, type FunctionDefinition } from '../question/operand.js'

/** The reason why code is rejected. The message explains how to fix the code. */
export class CodeRefusal extends Error {
  constructor(
    readonly problem: Message,
    /** Position of the error in characters, counted from 0. Null if the error concerns the whole code. */
    readonly at: number | null = null,
  ) {
    super(problem.key)
  }
}

const binaryOperators: readonly string[] = ['+', '-', '*', '/', '%', '==', '!=', '===', '!==', '<', '<=', '>', '>=']

/** The message for each syntax node type that is not allowed. */
const alternatives: Readonly<Record<string, Message>> = {
  ArrayExpression: createMessage('authoring.codeArray'),
  ArrowFunctionExpression: createMessage('authoring.codeFunctionDefinition'),
  AssignmentExpression: createMessage('authoring.codeAssignment'),
  AwaitExpression: createMessage('authoring.codeAwait'),
  ChainExpression: createMessage('authoring.codeOptionalAccess'),
  ClassExpression: createMessage('authoring.codeClass'),
  FunctionExpression: createMessage('authoring.codeFunctionDefinition'),
  ImportExpression: createMessage('authoring.codeImport'),
  MemberExpression: createMessage('authoring.codeProperty'),
  MetaProperty: createMessage('authoring.codeMeta'),
  NewExpression: createMessage('authoring.codeNew'),
  ObjectExpression: createMessage('authoring.codeObject'),
  SequenceExpression: createMessage('authoring.codeSequence'),
  TaggedTemplateExpression: createMessage('authoring.codeTemplate'),
  TemplateLiteral: createMessage('authoring.codeTemplate'),
  ThisExpression: createMessage('authoring.codeThis'),
  UpdateExpression: createMessage('authoring.codeUpdate'),
  YieldExpression: createMessage('authoring.codeYield'),
}

const statementStart = /^\s*(return|if|for|while|do|var|let|const|function|switch|throw|try|class|import|export|debugger)\b/

function parseTree(code: string): Expression {
  const word = statementStart.exec(code)?.[1]
  if (word !== undefined) throw new CodeRefusal(createMessage('authoring.codeStatement', { word }))
  let tree: Expression
  try {
    tree = parseExpressionAt(code, 0, { ecmaVersion: 2023, preserveParens: true })
  } catch (error) {
    // acorn converts a stack overflow from deep nesting into a SyntaxError of its own.
    if (error instanceof RangeError || (error instanceof Error && error.message.startsWith('Not enough stack'))) throw tooDeep()
    if (!(error instanceof SyntaxError)) throw error
    const at = 'pos' in error && typeof error.pos === 'number' ? error.pos : code.length
    const problem =
      at < code.length
        ? createMessage('authoring.codeUnreadable', { text: code.slice(at, at + 12) })
        : createMessage('authoring.codeUnreadableEnd')
    throw new CodeRefusal(problem, at)
  }
  const rest = code.slice(tree.end).trim()
  if (rest === ';') throw new CodeRefusal(createMessage('authoring.codeSemicolon'))
  if (rest !== '') throw new CodeRefusal(createMessage('authoring.codeGoesOn', { text: rest.slice(0, 12) }), tree.end)
  return tree
}

const tooDeep = (): CodeRefusal => new CodeRefusal(createMessage('authoring.codeTooDeep', { count: codeLimits.depth }))

/** A record id in the source text of code, with its character range. */
interface CodeId {
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
      throw new CodeRefusal(createMessage('authoring.codeTooManyParts', { count: codeLimits.nodes }))
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
        throw new CodeRefusal(createMessage('authoring.codeUnary', { name: node.operator }))
      case 'BinaryExpression':
        if (!binaryOperators.includes(node.operator))
          throw new CodeRefusal(createMessage('authoring.codeBinary', { name: node.operator }))
        return { kind: 'binary', operator: node.operator as BinaryOperator, left: down(node.left), right: down(node.right) }
      case 'LogicalExpression':
        if (node.operator === '??') throw new CodeRefusal(createMessage('authoring.codeNullish'))
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
        throw new CodeRefusal(alternatives[node.type] ?? createMessage('authoring.codeForbidden'))
    }
  }

  private literal(value: unknown, raw: string): CodeNode {
    if (typeof value === 'string' || typeof value === 'boolean') return { kind: 'literal', value }
    if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'literal', value }
    throw new CodeRefusal(createMessage('authoring.codeLiteral', { text: raw.slice(0, 20) }))
  }

  private identifier(name: string, start: number, end: number): CodeNode {
    if (this.code.slice(start, end) !== name)
      throw new CodeRefusal(createMessage('authoring.codeEscapedName', { text: this.code.slice(start, end) }))
    if ((placeholders as readonly string[]).includes(name)) {
      const spaced = (character: string | undefined): boolean => character === undefined || /\s/.test(character)
      if (!spaced(this.code[start - 1]) || !spaced(this.code[end]))
        throw new CodeRefusal(createMessage('authoring.codePlaceholderSpaces', { name }))
      return { kind: 'placeholder', letter: name as Placeholder }
    }
    if (name === 'Total' || name === 'TotalRecurring') return { kind: 'total', recurring: name === 'TotalRecurring' }
    const names = [...placeholders, 'Total', 'TotalRecurring', ...this.functionNames()]
    if (names.includes(name)) throw new CodeRefusal(createMessage('authoring.codeFunctionBare', { name }))
    throw new CodeRefusal(
      createMessage('authoring.codeNameUnknown', {
        name: name.slice(0, 40),
        hint: suggestName(name, names),
        names: names.join(', '),
      }),
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
          createMessage('authoring.codeObjectFunctions', {
            names: [...mathFunctions.keys()].map((key) => `Math.${key}`).join(', '),
          }),
        )
      countParameters(`Math.${name}`, node.arguments.length, math.min, math.max)
      return { kind: 'math', name, parameters: node.arguments.map(down) }
    }
    if (callee.type !== 'Identifier') throw new CodeRefusal(createMessage('authoring.codeCallByName'))
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
        createMessage('authoring.codeFunctionUnknown', {
          name: name.slice(0, 40),
          hint: suggestName(name, names),
          names: names.join(', '),
        }),
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
  if (min === 1 && max === 1) throw new CodeRefusal(createMessage('authoring.codeOneParameter', { name, count }))
  const expected =
    min === max
      ? min
      : max === Number.POSITIVE_INFINITY
        ? createMessage('authoring.orMore', { count: min })
        : createMessage('authoring.fromTo', { least: min, most: max })
  throw new CodeRefusal(createMessage('authoring.codeParameters', { name, expected, count }))
}

function parseId(name: string, node: AnyNode | undefined): number {
  if (node?.type === 'Literal' && typeof node.value === 'number' && Number.isSafeInteger(node.value) && node.value > 0)
    return node.value
  throw new CodeRefusal(createMessage('authoring.codeIdRequired', { name }))
}

function parseQuestionProperty(node: CallExpression): Extract<CodeNode, { kind: 'read' }>['operand'] {
  countParameters('QuestionProperty', node.arguments.length, 2, 3)
  const [, field, answer] = node.arguments
  if (field?.type !== 'Literal' || typeof field.value !== 'string')
    throw new CodeRefusal(createMessage('authoring.codeFieldQuoted'))
  const question = parseId('QuestionProperty', node.arguments[0])
  return answer === undefined
    ? { question, field: field.value }
    : { question, field: field.value, answerId: parseId('QuestionProperty', answer) }
}

/** Parses code. The error explains how to fix it. Never throws for any text. */
export function parseCode(code: string, functions: ReadonlyMap<string, FunctionDefinition>): CodeNode | CodeRefusal {
  if (code.trim() === '') return new CodeRefusal(createMessage('authoring.codeEmpty'))
  if (code.length > codeLimits.characters)
    return new CodeRefusal(createMessage('authoring.codeTooLong', { count: codeLimits.characters }))
  const reader = new TreeReader(code, functions)
  try {
    return reader.node(parseTree(code))
  } catch (error) {
    if (error instanceof CodeRefusal) return new CodeRefusal(error.problem, error.at ?? reader.position)
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
