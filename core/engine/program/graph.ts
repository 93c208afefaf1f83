// The dependency index while it is built: who reads which question's selection and which value node.
import type { Rows } from './program.js'

/** Levels of values that depend on each other and may safely be evaluated by recursion. */
const deep = 300

/** Hears what is read while a rule or a calculation is bound. */
export interface Notes {
  readsSelection(question: number): void
  readsNode(node: number): void
}

export class Graph implements Notes {
  private readonly selections: number[][]
  private readonly values: number[][]
  /** The rule or node (rules + node) that is being bound. */
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
    add(this.selections[question]!, this.reader)
  }

  readsNode(node: number): void {
    add(this.values[node]!, this.reader)
  }

  /** Runs a binding in the name of a node. */
  as(node: number): void {
    this.reader = this.rules + node
  }

  isRead(node: number): boolean {
    return this.values[node]!.length > 0
  }

  /** Every node that depends on the given one; `jump` adds edges that are not in the graph. */
  dependents(node: number, jump: (node: number) => readonly number[]): Uint8Array {
    const seen = new Uint8Array(this.nodes)
    const open = [node]
    while (open.length > 0) {
      const at = open.pop()!
      for (const next of [...this.nodeReadersOf(at), ...jump(at)]) {
        if (seen[next]) continue
        seen[next] = 1
        open.push(next)
      }
    }
    return seen
  }

  private nodeReadersOf(node: number): readonly number[] {
    return this.values[node]!.flatMap((reader) => (reader >= this.rules ? [reader - this.rules] : []))
  }

  /** Marks the nodes that reach themselves, and orders all nodes where some lie very deep. */
  order(): { readonly looped: Uint8Array; readonly chain: Int32Array | null } {
    const looped = new Uint8Array(this.nodes)
    const chain: number[] = []
    const level = new Int32Array(this.nodes)
    let deepest = 0
    // Readers come out first, so the reverse has each node after what it reads.
    for (const component of components(this.nodes, (node) => this.nodeReadersOf(node)).toReversed()) {
      chain.push(...component)
      const alone = component.length === 1 && !this.nodeReadersOf(component[0]!).includes(component[0]!)
      for (const node of component) {
        if (!alone) looped[node] = 1
        deepest = Math.max(deepest, level[node]!)
        for (const reader of this.nodeReadersOf(node)) level[reader] = Math.max(level[reader]!, level[node]! + 1)
      }
    }
    return { looped, chain: deepest > deep ? Int32Array.from(chain) : null }
  }

  finish(): { readonly questionReaders: Rows; readonly nodeReaders: Rows } {
    return { questionReaders: rows(this.selections), nodeReaders: rows(this.values) }
  }
}

function add(list: number[], reader: number): void {
  // One reader binds all its parts in a row, so only the last entry can be the same.
  if (list.at(-1) !== reader) list.push(reader)
}

function rows(lists: readonly (readonly number[])[]): Rows {
  const start = new Int32Array(lists.length + 1)
  for (const [i, list] of lists.entries()) start[i + 1] = start[i]! + list.length
  const items = new Int32Array(start[lists.length]!)
  for (const [i, list] of lists.entries()) items.set(list, start[i])
  return { start, items }
}

/** Tarjan's strongly connected components, without recursion. */
function components(count: number, next: (node: number) => readonly number[]): readonly (readonly number[])[] {
  const order = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const onStack = new Uint8Array(count)
  const stack: number[] = []
  const found: number[][] = []
  let clock = 0
  for (let root = 0; root < count; root++) {
    if (order[root] !== -1) continue
    const work: { node: number; edges: readonly number[]; at: number }[] = []
    const enter = (node: number): void => {
      order[node] = low[node] = clock++
      stack.push(node)
      onStack[node] = 1
      work.push({ node, edges: next(node), at: 0 })
    }
    enter(root)
    while (work.length > 0) {
      const frame = work.at(-1)!
      if (frame.at < frame.edges.length) {
        const target = frame.edges[frame.at++]!
        if (order[target] === -1) enter(target)
        else if (onStack[target]) low[frame.node] = Math.min(low[frame.node]!, order[target]!)
        continue
      }
      work.pop()
      const parent = work.at(-1)
      if (parent) low[parent.node] = Math.min(low[parent.node]!, low[frame.node]!)
      if (low[frame.node] !== order[frame.node]) continue
      const component: number[] = []
      let member: number
      do {
        member = stack.pop()!
        onStack[member] = 0
        component.push(member)
      } while (member !== frame.node)
      found.push(component)
    }
  }
  return found
}
