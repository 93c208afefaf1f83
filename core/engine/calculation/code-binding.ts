// Parses stored code and connects its leaves to a product. Shared by evaluation and trace.
import type { StateView } from '../program/state-view.js'
import { totalNode } from '../program/program.js'
import type { CalculationSource, CodeSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import type { BindingContext } from './body.js'
import type { CodeBinding } from './code-evaluator.js'
import { CodeRefusal, parseCode } from './code-parse.js'
import { type CodeNode, placeholderQuestion } from './code-tree.js'

/** `tree` is null if the code is malformed. The placeholders still reference their questions. */
export interface ParsedCode {
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
