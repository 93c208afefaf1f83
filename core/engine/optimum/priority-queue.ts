// A priority queue. The smallest item comes first; on a tie the item that was added last.
export class PriorityQueue<T> {
  private readonly heap: { readonly item: T; readonly at: number }[] = []
  private count = 0

  constructor(private readonly compare: (a: T, b: T) => number) {}

  private isBefore(a: number, b: number): boolean {
    const [first, second] = [this.heap[a]!, this.heap[b]!]
    const order = this.compare(first.item, second.item)
    return order < 0 || (order === 0 && first.at > second.at)
  }

  private swap(a: number, b: number): void {
    const item = this.heap[a]!
    this.heap[a] = this.heap[b]!
    this.heap[b] = item
  }

  push(item: T): void {
    let index = this.heap.push({ item, at: this.count++ }) - 1
    for (let parent = (index - 1) >> 1; index > 0 && this.isBefore(index, parent); parent = (index - 1) >> 1) {
      this.swap(index, parent)
      index = parent
    }
  }

  pop(): T | undefined {
    const top = this.heap[0]
    const last = this.heap.pop()
    if (top === undefined || last === undefined || this.heap.length === 0) return top?.item
    this.heap[0] = last
    for (let index = 0; ; ) {
      let smallest = index
      for (const child of [2 * index + 1, 2 * index + 2])
        if (child < this.heap.length && this.isBefore(child, smallest)) smallest = child
      if (smallest === index) return top.item
      this.swap(index, smallest)
      index = smallest
    }
  }
}
