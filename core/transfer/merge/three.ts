// Merges single values of three states: one side's change is taken, the same change of both once, and two different ones are a conflict.

/** `conflict`: both sides changed it, and not to the same. */
export type Outcome<T> = { readonly value: T } | { readonly conflict: true }

/** `same` says whether two values mean the same; what is only written otherwise gives way to a change, and stays where there is none. */
export function three<T>(
  base: T,
  ours: T,
  theirs: T,
  same: (a: T, b: T) => boolean,
  exactly: (a: T, b: T) => boolean,
): Outcome<T> {
  const [isOurs, isTheirs] = [!same(base, ours), !same(base, theirs)]
  if (!isOurs && !isTheirs) return { value: exactly(base, ours) ? theirs : ours }
  if (!isOurs) return { value: theirs }
  if (!isTheirs || same(ours, theirs)) return { value: ours }
  return { conflict: true }
}

/** Entries by key: each is merged on its own. The keys of conflicts; there `prevailing` gives the entry. */
export function threeMaps<T>(
  base: ReadonlyMap<string, T>,
  ours: ReadonlyMap<string, T>,
  theirs: ReadonlyMap<string, T>,
  same: (a: T | undefined, b: T | undefined) => boolean,
  prevailing: ReadonlyMap<string, T>,
): { readonly value: ReadonlyMap<string, T>; readonly conflicts: readonly string[] } {
  const value = new Map<string, T>()
  const conflicts: string[] = []
  for (const key of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const outcome = three<T | undefined>(base.get(key), ours.get(key), theirs.get(key), same, same)
    const chosen = 'value' in outcome ? outcome.value : prevailing.get(key)
    if ('conflict' in outcome) conflicts.push(key)
    if (chosen !== undefined) value.set(key, chosen)
  }
  return { value, conflicts }
}

/**
 * The order of what is there: the base's, as the one side that changed it has it; what is new stands behind what it stood behind.
 * A conflict where both put what they have in common in different orders: then ours counts, or theirs with `prefersTheirs`.
 */
export function threeOrders(
  base: readonly number[],
  ours: readonly number[],
  theirs: readonly number[],
  there: ReadonlySet<number>,
  nameOf: (item: number) => string,
  prefersTheirs: boolean,
): { readonly value: readonly number[]; readonly isConflict: boolean } {
  const held = new Set(base.filter((item) => there.has(item)))
  const common = [...held].filter((item) => ours.includes(item) && theirs.includes(item))
  const [old, one, other] = [base, ours, theirs].map((order) => order.filter((item) => common.includes(item)).join())
  const isConflict = one !== old && other !== old && one !== other
  const leading = one === old || (isConflict && prefersTheirs) ? theirs : ours
  const result: number[] = leading.filter((item) => held.has(item))
  // What only the other side still has of the base, because the deletion did not prevail.
  for (const order of [ours, theirs])
    insert(
      order.filter((item) => held.has(item)),
      result,
    )
  // What both added stands where the side that prevails has it.
  const [prevailing, yielding] = prefersTheirs ? [theirs, ours] : [ours, theirs]
  const sole = new Set([...there].filter((item) => !prevailing.includes(item)))
  const left = anchored(prevailing, held, there)
  const right = anchored(yielding, held, sole)
  for (const anchor of new Set([...left.keys(), ...right.keys()])) {
    const [a, b] = [left.get(anchor) ?? [], right.get(anchor) ?? []]
    const isFirst = a.length === 0 || b.length === 0 || nameOf(a[0]!) <= nameOf(b[0]!)
    result.splice(anchor === null ? 0 : result.indexOf(anchor) + 1, 0, ...(isFirst ? [...a, ...b] : [...b, ...a]))
  }
  return { value: result, isConflict }
}

/** Puts what is missing behind what it stands behind. */
function insert(order: readonly number[], result: number[]): void {
  for (const [index, item] of order.entries()) {
    if (!result.includes(item)) result.splice(index === 0 ? 0 : result.indexOf(order[index - 1]!) + 1, 0, item)
  }
}

/** What is new by the last item of the base before it; null at the beginning. */
function anchored(
  order: readonly number[],
  held: ReadonlySet<number>,
  there: ReadonlySet<number>,
): ReadonlyMap<number | null, readonly number[]> {
  const groups = new Map<number | null, number[]>()
  let anchor: number | null = null
  for (const item of order) {
    if (held.has(item)) anchor = item
    else if (there.has(item)) groups.set(anchor, [...(groups.get(anchor) ?? []), item])
  }
  return groups
}
