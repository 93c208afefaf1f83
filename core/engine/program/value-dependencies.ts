// Finds the questions on which a value depends, directly or through calculations and prices.
// Computed on first use by an explanation.
import type { DependencyRecorder } from './dependency-graph.js'
import type { Program } from './program.js'

/** Records the direct reads of a condition or operand. */
export class ReadRecorder implements DependencyRecorder {
  selections: number[] = []
  nodes: number[] = []
  readsSelection(question: number): void {
    this.selections.push(question)
  }
  readsNode(node: number): void {
    this.nodes.push(node)
  }
}

interface Reads {
  readonly selections: number[]
  readonly nodes: number[]
}

/** The reads of every node, and a cache of the questions on which nodes depend. */
interface Dependencies {
  readonly reads: readonly Reads[]
  readonly dependents: Map<number, readonly number[]>
}

const cache = new WeakMap<Program, Dependencies>()

function dependenciesOf(program: Program): Dependencies {
  const cached = cache.get(program)
  if (cached) return cached
  const reads = Array.from({ length: program.nodes }, (): Reads => ({ selections: [], nodes: [] }))
  const collect = (rows: Program['nodeReaders'], key: 'selections' | 'nodes'): void => {
    for (let from = 0; from + 1 < rows.offsets.length; from++) {
      for (let i = rows.offsets[from]!; i < rows.offsets[from + 1]!; i++) {
        const node = rows.items[i]! - program.rules
        if (node >= 0) reads[node]![key].push(from)
      }
    }
  }
  collect(program.questionReaders, 'selections')
  collect(program.nodeReaders, 'nodes')
  const dependencies = { reads, dependents: new Map<number, readonly number[]>() }
  cache.set(program, dependencies)
  return dependencies
}

/** A total does not depend on a question whose price is always 0. */
function isZeroPart(program: Program, reader: number, node: number): boolean {
  return reader >= program.firstTotal && program.alwaysZero[node - program.firstFigure] === 1
}

/** Indexes of the questions on which the reads depend, ascending. */
export function collectQuestions(program: Program, { selections, nodes }: Reads): readonly number[] {
  const { reads } = dependenciesOf(program)
  const questions = new Set(selections)
  const visited = new Set(nodes)
  const pending = [...nodes]
  while (pending.length > 0) {
    const from = pending.pop()!
    for (const question of reads[from]!.selections) questions.add(question)
    for (const node of reads[from]!.nodes) {
      if (visited.has(node) || isZeroPart(program, from, node)) continue
      visited.add(node)
      pending.push(node)
    }
  }
  return [...questions].sort((a, b) => a - b)
}

/** The questions on which a value node depends. */
export function questionsOfNode(program: Program, node: number): readonly number[] {
  const { dependents: questionsByNode } = dependenciesOf(program)
  const questions = questionsByNode.get(node) ?? collectQuestions(program, { selections: [], nodes: [node] })
  questionsByNode.set(node, questions)
  return questions
}
