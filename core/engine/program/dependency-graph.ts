// Builds the dependency index: which rules and values read which selections and value nodes.
import type { IndexRows, Program } from './program.js'

/** Maximum depth of dependent values that is evaluated by recursion. */
const maxRecursion = 300

/** Receives the dependencies of a rule or calculation while it is compiled. */
export interface DependencyRecorder {
  readsSelection(question: number): void
  readsNode(node: number): void
}

export class DependencyGraph implements DependencyRecorder {
  private readonly selections: number[][]
  private readonly values: number[][]
  /** The rule, or node (rules + node), that is being compiled. */
  reader = 0

  constructor(
    questions: number,
    private readonly nodes: number,
    private readonly rules: number,
  ) {
    this.selections = Array.from({ length: questions }, () => [])
    this.values = Array.from({ length: nodes }, () => [])
  }

  readsSelection(question: number): void {
    addReader(this.selections[question]!, this.reader)
  }

  readsNode(node: number): void {
    addReader(this.values[node]!, this.reader)
  }

  /** Attributes the following reads to a node. */
  setReader(node: number): void {
    this.reader = this.rules + node
  }

  isRead(node: number): boolean {
    return this.values[node]!.length > 0
  }

  /** All nodes that depend on a node. `jump` returns additional edges that are not in the graph. */
  dependents(node: number, jump: (node: number) => readonly number[]): Uint8Array {
    const isDependent = new Uint8Array(this.nodes)
    const pending = [node]
    while (pending.length > 0) {
      const current = pending.pop()!
      for (const next of [...this.nodeReadersOf(current), ...jump(current)]) {
        if (isDependent[next]) continue
        isDependent[next] = 1
        pending.push(next)
      }
    }
    return isDependent
  }

  private nodeReadersOf(node: number): readonly number[] {
    return this.values[node]!.flatMap((reader) => (reader >= this.rules ? [reader - this.rules] : []))
  }

  /** Finds the nodes that depend on themselves, and orders all nodes if some dependencies are very deep. */
  order(): { readonly looped: Uint8Array; readonly chain: Int32Array | null } {
    const looped = new Uint8Array(this.nodes)
    const chain: number[] = []
    const level = new Int32Array(this.nodes)
    let maxLevel = 0
    // Components come with dependents first, so the reverse has each node after its dependencies.
    for (const component of findComponents(this.nodes, (node) => this.nodeReadersOf(node)).toReversed()) {
      chain.push(...component)
      const isAcyclic = component.length === 1 && !this.nodeReadersOf(component[0]!).includes(component[0]!)
      for (const node of component) {
        if (!isAcyclic) looped[node] = 1
        maxLevel = Math.max(maxLevel, level[node]!)
        for (const reader of this.nodeReadersOf(node)) level[reader] = Math.max(level[reader]!, level[node]! + 1)
      }
    }
    return { looped, chain: maxLevel > maxRecursion ? Int32Array.from(chain) : null }
  }

  finish(): { readonly questionReaders: IndexRows; readonly nodeReaders: IndexRows } {
    return { questionReaders: toRows(this.selections), nodeReaders: toRows(this.values) }
  }
}

function addReader(list: number[], reader: number): void {
  // All reads of one reader are consecutive, so only the last entry can be a duplicate.
  if (list.at(-1) !== reader) list.push(reader)
}

function toRows(lists: readonly (readonly number[])[]): IndexRows {
  const start = new Int32Array(lists.length + 1)
  for (const [i, list] of lists.entries()) start[i + 1] = start[i]! + list.length
  const items = new Int32Array(start[lists.length]!)
  for (const [i, list] of lists.entries()) items.set(list, start[i])
  return { offsets: start, items }
}

/** Tarjan's algorithm for strongly connected components, without recursion. */
function findComponents(count: number, next: (node: number) => readonly number[]): readonly (readonly number[])[] {
  const order = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const onStack = new Uint8Array(count)
  const stack: number[] = []
  const result: number[][] = []
  let counter = 0
  for (let root = 0; root < count; root++) {
    if (order[root] !== -1) continue
    const frames: { node: number; edges: readonly number[]; at: number }[] = []
    const enter = (node: number): void => {
      order[node] = low[node] = counter++
      stack.push(node)
      onStack[node] = 1
      frames.push({ node, edges: next(node), at: 0 })
    }
    enter(root)
    while (frames.length > 0) {
      const frame = frames.at(-1)!
      if (frame.at < frame.edges.length) {
        const target = frame.edges[frame.at++]!
        if (order[target] === -1) enter(target)
        else if (onStack[target]) low[frame.node] = Math.min(low[frame.node]!, order[target]!)
        continue
      }
      frames.pop()
      const parent = frames.at(-1)
      if (parent) low[parent.node] = Math.min(low[parent.node]!, low[frame.node]!)
      if (low[frame.node] !== order[frame.node]) continue
      const component: number[] = []
      let member: number
      do {
        member = stack.pop()!
        onStack[member] = 0
        component.push(member)
      } while (member !== frame.node)
      result.push(component)
    }
  }
  return result
}

// Finds the questions on which a value depends, directly or through calculations and prices.
// Computed on first use by an explanation.

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
