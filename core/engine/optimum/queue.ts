// A heap: the least comes out first, and of equals the one that came last.
export class Queue<T> {
  private readonly heap: { readonly item: T; readonly at: number }[] = []
  private count = 0

  constructor(private readonly compare: (a: T, b: T) => number) {}

  private before(a: number, b: number): boolean {
    const [one, other] = [this.heap[a]!, this.heap[b]!]
    const order = this.compare(one.item, other.item)
    return order < 0 || (order === 0 && one.at > other.at)
  }

  private swap(a: number, b: number): void {
    const kept = this.heap[a]!
    this.heap[a] = this.heap[b]!
    this.heap[b] = kept
  }

  push(item: T): void {
    let at = this.heap.push({ item, at: this.count++ }) - 1
    for (let above = (at - 1) >> 1; at > 0 && this.before(at, above); above = (at - 1) >> 1) {
      this.swap(at, above)
      at = above
    }
  }

  pop(): T | undefined {
    const top = this.heap[0]
    const last = this.heap.pop()
    if (top === undefined || last === undefined || this.heap.length === 0) return top?.item
    this.heap[0] = last
    for (let at = 0; ; ) {
      let least = at
      for (const below of [2 * at + 1, 2 * at + 2]) if (below < this.heap.length && this.before(below, least)) least = below
      if (least === at) return top.item
      this.swap(at, least)
      at = least
    }
  }
}
