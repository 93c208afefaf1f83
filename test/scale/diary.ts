// What all callers of the scale test have seen: what they were told is stored, what failed and how, what should never happen.

/** What an acknowledged order must be found as. */
export interface Acknowledged {
  readonly order: string
  readonly cart: string
  readonly number: number
  readonly gross: number
  readonly quantity: number
  /** Of one piece, without what the answers cost: which of the author's prices it is. */
  readonly base: number
  /** When it was sent for the first time, and when it was answered; of this process's clock. */
  readonly sent: number
  readonly answered: number
}

/** A price of the product, and when it was sent for the first time and acknowledged. */
export interface PriceEdit {
  readonly price: number
  readonly sent: number
  readonly acknowledged: number
}

/** A record that somebody was told is stored, as he knows it last. */
export interface Kept {
  readonly entity: string
  readonly id: number
  readonly fields: Readonly<Record<string, unknown>>
  readonly by: string
}

export interface Diary {
  readonly orders: Acknowledged[]
  /** Carts that were left as they are, with the quantities of their positions. */
  readonly carts: Map<string, readonly number[]>
  readonly prices: PriceEdit[]
  /** By entity and id. */
  readonly records: Map<string, Kept>
  /** Requests that were answered as wanted, by who sent them. */
  readonly answered: Map<string, number>
  /** Orders that were refused because the price had changed, and confirmed anew. */
  refusedPrices: number
  /** Milliseconds from the first attempt to the answer, of those that were sent more than once. */
  readonly waits: number[]
  /** Attempts that failed in a way in which they may, by what they were told. */
  readonly failed: Map<string, number>
  /** What should never happen. */
  readonly faults: string[]
  /** Calls of tools without an answer, with what was said: told where there are faults. */
  readonly doubts: string[]
}

export const createDiary = (): Diary => ({
  orders: [],
  carts: new Map(),
  prices: [],
  records: new Map(),
  answered: new Map(),
  refusedPrices: 0,
  waits: [],
  failed: new Map(),
  faults: [],
  doubts: [],
})

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, count) => all + count, 0)

export const failures = ({ failed }: Diary): number => sum(failed)
export const answers = ({ answered }: Diary): number => sum(answered)

export function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

/** Notes what somebody was told of a record; what he knew before of its other fields stays. */
export function keep({ records }: Diary, { entity, id, fields, by }: Kept): void {
  const key = `${entity} ${id}`
  records.set(key, { entity, id, by, fields: { ...records.get(key)?.fields, ...fields } })
}

/** "After 12 s: …": seconds of this process, as those of the run's report. */
export const dated = (sentence: string): string => `After ${(performance.now() / 1_000).toFixed(1)} s: ${sentence}`

/** Notes what somebody has met that should never happen. */
export function accuse({ faults }: Diary, error: unknown): void {
  faults.push(dated(error instanceof Error ? error.message : String(error)))
}
