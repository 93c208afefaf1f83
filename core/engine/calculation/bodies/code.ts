// Code: one expression with up to four placeholders (spec 2.5). A trace tells what its leaves read.
import type { Cells } from '../../program/cells.js'
import { totalNode } from '../../program/program.js'
import type { CodeSource } from '../../program/source.js'
import type { Detail } from '../../program/trace.js'
import { type Columns, defineBody, idIn, type Leaves, nullable } from '../body.js'
import { type CodeBinding, codeResult, type CodeValue, compileCode } from '../code.js'
import { CodeRefusal, parseCode } from '../code-parse.js'
import { type CodeNode, nodesOf, questionOf } from '../code-tree.js'
import { codeOperands, codeReferences } from '../references.js'

/** Without a tree where the code cannot be read: its placeholders name their questions all the same. */
interface ReadCode {
  readonly source: CodeSource
  readonly tree: CodeNode | null
}

function sourceOf(columns: Columns): CodeSource {
  return {
    code: typeof columns['code'] === 'string' ? columns['code'] : '',
    question_id_a: idIn(columns, 'question_id_a'),
    question_id_b: idIn(columns, 'question_id_b'),
    question_id_c: idIn(columns, 'question_id_c'),
    question_id_d: idIn(columns, 'question_id_d'),
  }
}

function bindingOf(source: CodeSource, { program, binder, notes }: Leaves): CodeBinding<Cells> {
  return {
    placeholder(letter) {
      const question = questionOf(source, letter)
      return question === null ? () => 0 : binder.value({ question, field: 'selected' })
    },
    total(recurring) {
      const node = totalNode(program, recurring ? 1 : 0)
      notes.readsNode(node)
      return (cells) => cells.value(node)
    },
    operand: (operand) => binder.value(operand),
    callable(name) {
      const definition = program.types.functions.get(name)!
      return (...parameters) => definition.evaluate(...parameters)
    },
  }
}

const plain = (value: CodeValue): number | string | null => (typeof value === 'number' ? nullable(value) : String(value))

export const code = defineBody<ReadCode>({
  type: 'code',
  field: 'code',
  source: (columns) => ({ code: sourceOf(columns) }),
  parse({ code: source }, { functions }) {
    if (!source) return null
    const tree = parseCode(source.code, functions)
    return { source, tree: tree instanceof CodeRefusal ? null : tree }
  },
  references: ({ source }, types) => codeReferences(source, types),
  operands: ({ tree }) => (tree ? codeOperands(tree) : []),
  compile({ source, tree }, leaves) {
    if (!tree) return null
    const run = compileCode(tree, bindingOf(source, leaves))
    return (cells) => codeResult(run(cells))
  },
  trace({ source, tree }, tracing) {
    if (!tree) return null
    const binding = bindingOf(source, tracing)
    const run = (node: CodeNode): CodeValue => compileCode(node, binding)(tracing.state)
    const details: Detail[] = []
    let divides = false
    for (const node of nodesOf(tree)) {
      if (node.kind === 'placeholder') details.push({ what: node.letter, value: plain(run(node)) })
      else if (node.kind === 'total') details.push({ what: node.recurring ? 'TotalRecurring' : 'Total', value: plain(run(node)) })
      else if (node.kind === 'read') details.push({ what: node.source, value: plain(run(node)) })
      else if (node.kind === 'binary' && (node.operator === '/' || node.operator === '%') && Number(run(node.right)) === 0)
        divides = true
    }
    const value = run(tree)
    if (typeof value === 'number' && !Number.isNaN(value))
      return { parts: [{ kind: 'code', amount: tracing.amount, details }], details, warnings: [] }
    return { parts: [], details, warnings: [divides && typeof value === 'number' ? 'division_by_zero' : 'not_a_number'] }
  },
})
