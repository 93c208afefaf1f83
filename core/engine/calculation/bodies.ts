// The calculation types formula, matrix and code: how a body is parsed, which records it references, and how it is compiled.
// Shared code calls this contract and never compares type names. Authoring forms and traces have their own contracts, because
// the storefront does not load them.
import type { Reference } from '../../foundation/property/kind.js'
import type { Binder, PartialProgram } from '../program/binder.js'
import { type StateView, totalNode } from '../program/program.js'
import type { DependencyRecorder } from '../program/dependency-graph.js'
import type { BodyType, CalculationSource, CodeSource, MatrixSource, EngineTypes } from '../program/source.js'
import { type Operand, argumentReferences } from '../question/operand.js'
import {
  type NumberReader,
  type FormulaBinding,
  compileSequence,
  type CodeBinding,
  toCodeResult,
  compileCode,
} from './evaluator.js'
import { type Term, MalformedFormula, parseFormula, type Sequence, typedTerms } from './stored.js'
import { CodeRefusal, parseCode } from './code-parse.js'
import { type CodeNode, placeholderQuestion } from './code-tree.js'
import { axisOperand, compileMatrix, type Matrix, roundToStep, findCell } from './matrix.js'
import { formulaReferencesOf, matrixReferences, codeOperands, codeReferences } from './references.js'

export type TypedTerm = Extract<Term, { kind: 'typed' }>

/** The context in which a body compiles its leaves for one product. */
export interface BindingContext {
  readonly program: PartialProgram
  readonly binder: Binder
  readonly recorder: DependencyRecorder
}

/** The definition of one kind of body. `Parsed` is the form that its functions share. */
interface BodyDefinition<Parsed> {
  /** The calculation type. Also the key of the body in a calculation. */
  readonly type: BodyType
  /** The column to which validation errors about missing records refer. */
  readonly field: string
  /** Returns null if the calculation has no body of this type or the body is malformed. */
  parse(calculation: CalculationSource, types: Pick<EngineTypes, 'functions'>): Parsed | null
  /** The records that the body references. */
  references(parsed: Parsed, types: EngineTypes): readonly Reference[]
  /** The operands from which the value is computed. Totals are omitted: they cannot form a loop. */
  operands(parsed: Parsed, types: EngineTypes): readonly Operand[]
  /** Terms of plugin types. They may need data from outside the engine. */
  typedTerms?(parsed: Parsed): Iterable<TypedTerm>
  /** Compiles the body into a closure that returns its value, NaN for null. Returns null for a malformed body. */
  compile(parsed: Parsed, leaves: BindingContext): NumberReader<StateView> | null
}

/** A body type, applied to stored calculations. A malformed body has no references and evaluates to null. */
interface CalculationBody extends Pick<BodyDefinition<never>, 'type' | 'field'> {
  references(calculation: CalculationSource, types: EngineTypes): readonly Reference[]
  operands(calculation: CalculationSource, types: EngineTypes): readonly Operand[]
  typedTerms(calculation: CalculationSource, types: EngineTypes): Iterable<TypedTerm>
  compile(calculation: CalculationSource, leaves: BindingContext): NumberReader<StateView> | null
}

function defineCalculationBody<Parsed>(definition: BodyDefinition<Parsed>): CalculationBody {
  const { type, field, parse } = definition
  const withParsed = <T>(calculation: CalculationSource, types: EngineTypes, fallback: T, use: (parsed: Parsed) => T): T => {
    const parsed = parse(calculation, types)
    return parsed === null ? fallback : use(parsed)
  }
  return {
    type,
    field,
    references: (calculation, types) => withParsed(calculation, types, [], (parsed) => definition.references(parsed, types)),
    operands: (calculation, types) => withParsed(calculation, types, [], (parsed) => definition.operands(parsed, types)),
    typedTerms: (calculation, types) =>
      withParsed<Iterable<TypedTerm>>(calculation, types, [], (parsed) => definition.typedTerms?.(parsed) ?? []),
    compile: (calculation, leaves) =>
      withParsed(calculation, leaves.program.types, null, (parsed) => definition.compile(parsed, leaves)),
  }
}

// Parses stored code and connects its leaves to a product. Shared by evaluation and trace.

/** `tree` is null if the code is malformed. The placeholders still reference their questions. */
interface ParsedCode {
  readonly source: CodeSource
  readonly tree: CodeNode | null
}

export function parseStoredCode(
  { code: source }: CalculationSource,
  { functions }: Pick<EngineTypes, 'functions'>,
): ParsedCode | null {
  if (!source) return null
  const tree = source.tree ?? parseCode(source.code, functions)
  return { source, tree: tree instanceof CodeRefusal ? null : tree }
}

export function bindCode(source: CodeSource, { program, binder, recorder }: BindingContext): CodeBinding<StateView> {
  return {
    placeholder(letter) {
      const question = placeholderQuestion(source, letter)
      return question === null ? () => 0 : binder.value({ question, field: 'selected' })
    },
    total(recurring) {
      const node = totalNode(program, recurring ? 1 : 0)
      recorder.readsNode(node)
      return (state) => state.value(node)
    },
    operand: (operand) => binder.value(operand),
    callable(name) {
      const definition = program.types.functions.get(name)!
      return (...parameters) => definition.evaluate(...parameters)
    },
  }
}

// Parses a stored formula and connects its leaves to a product. Shared by evaluation and trace.

const none: NumberReader<StateView> = () => Number.NaN

/** Returns null if there is no formula or it is malformed. */
export function parseStoredSequence({ formula }: CalculationSource): Sequence | null {
  if (!formula) return null
  const sequence = 'sequence' in formula ? formula.sequence : parseFormula(formula.terms)
  return sequence instanceof MalformedFormula ? null : sequence
}

/** Compiles a call of a plugin function. A null parameter gives null; a null result counts as 0. */
function callFunction(types: EngineTypes, name: string, parameters: readonly NumberReader<StateView>[]): NumberReader<StateView> {
  const definition = types.functions.get(name)
  if (!definition) return none
  return (state) => {
    const numbers = parameters.map((parameter) => parameter(state))
    return numbers.some(Number.isNaN) ? Number.NaN : (definition.evaluate(...numbers) ?? 0)
  }
}

export function bindFormula({ program: { types }, binder }: BindingContext): FormulaBinding<StateView> {
  return {
    typed({ type, args }) {
      const definition = types.termTypes.get(type)
      return definition ? binder.term(definition, args) : none
    },
    call: (name, parameters) => callFunction(types, name, parameters),
  }
}

// Binds the axes of a matrix to a product. Shared by evaluation and trace.

/** Compiles the coordinate of one axis: 0 if the matrix has no such axis, NaN if the coordinate is null. */
function axisReader(
  source: MatrixSource,
  matrix: Matrix,
  axis: 'row' | 'column',
  { program, binder }: BindingContext,
): NumberReader<StateView> {
  const operand = axisOperand(source, axis)
  if (operand === null) return () => 0
  const read = binder.number(binder.operand('question' in operand ? { ...operand, field: 'selected' } : operand))
  const question = 'question' in operand ? program.questions[program.questionIndex.get(operand.question) ?? -1] : undefined
  const step = matrix.lookup === 'exact' && !question?.type.takesAnswers ? matrix.round : null
  return step === null ? read : (state) => roundToStep(read(state), step)
}

/** The compiled table and the readers of its coordinates. */
export function bindMatrix(source: MatrixSource, leaves: BindingContext) {
  const matrix = compileMatrix(source)
  return {
    matrix,
    row: axisReader(source, matrix, 'row', leaves),
    column: axisReader(source, matrix, 'column', leaves),
  }
}

// Calculations of type `formula`: terms with operators between them.

/** The operands that a term reads. */
function operandsOfTerm(term: TypedTerm, types: EngineTypes): readonly Operand[] {
  const type = types.termTypes.get(term.type)
  if (!type) return []
  if ('operand' in type) {
    const operand = type.operand(term.args)
    return operand ? [operand.reads] : []
  }
  return argumentReferences(type, term.args).flatMap(({ entity, id }) => (entity === 'calculation' ? [{ calculation: id }] : []))
}

const formulaBody = defineCalculationBody<Sequence>({
  type: 'formula',
  field: 'terms',
  parse: parseStoredSequence,
  references: (sequence, { termTypes }) => formulaReferencesOf(sequence, termTypes),
  operands: (sequence, types) => [...typedTerms(sequence)].flatMap((term) => operandsOfTerm(term, types)),
  typedTerms,
  compile: (sequence, leaves) => compileSequence(sequence, bindFormula(leaves)),
})

// Calculations of type `matrix`: a lookup table with one or two axes.

const matrixBody = defineCalculationBody<MatrixSource>({
  type: 'matrix',
  field: 'cells',
  parse: (calculation) => calculation.matrix ?? null,
  references: matrixReferences,
  operands: (source) =>
    matrixReferences(source).map(({ entity, id }) =>
      entity === 'calculation' ? { calculation: id } : { question: id, field: 'selected' },
    ),
  compile(source, leaves) {
    const { matrix: table, row, column } = bindMatrix(source, leaves)
    return (state) => {
      const cell = findCell(table, row(state), column(state))
      return cell < 0 ? Number.NaN : table.values[cell]!
    }
  },
})

// Calculations of type `code`: one expression with up to four placeholders.

const codeBody = defineCalculationBody<ParsedCode>({
  type: 'code',
  field: 'code',
  parse: parseStoredCode,
  references: ({ source }, types) => codeReferences(source, types),
  operands: ({ tree }) => (tree ? codeOperands(tree) : []),
  compile({ source, tree }, leaves) {
    if (!tree) return null
    const run = compileCode(tree, bindCode(source, leaves))
    return (state) => toCodeResult(run(state))
  },
})

// The implementations of calculation bodies, by calculation type.

export const calculationBodies: Readonly<Record<BodyType, CalculationBody>> = {
  formula: formulaBody,
  matrix: matrixBody,
  code: codeBody,
}
