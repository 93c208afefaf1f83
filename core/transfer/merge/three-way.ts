// Three-way merge of values, maps and orders: one side's change wins, different changes of both sides conflict.

/** `conflict`: both sides changed the value, and to different values. */
export type MergeOutcome<T> = { readonly value: T } | { readonly conflict: true }

/** `same` compares the meaning, `exactly` the notation. A change in notation alone yields to a change in meaning. */
export function mergeValue<T>(
  base: T,
  ours: T,
  theirs: T,
  same: (a: T, b: T) => boolean,
  exactly: (a: T, b: T) => boolean,
): MergeOutcome<T> {
  const [isOurs, isTheirs] = [!same(base, ours), !same(base, theirs)]
  if (!isOurs && !isTheirs) return { value: exactly(base, ours) ? theirs : ours }
  if (!isOurs) return { value: theirs }
  if (!isTheirs || same(ours, theirs)) return { value: ours }
  return { conflict: true }
}

/** Merges each entry separately. `conflicts` has the keys in conflict; their entries come from `prevailing`. */
export function mergeMaps<T>(
  base: ReadonlyMap<string, T>,
  ours: ReadonlyMap<string, T>,
  theirs: ReadonlyMap<string, T>,
  same: (a: T | undefined, b: T | undefined) => boolean,
  prevailing: ReadonlyMap<string, T>,
): { readonly value: ReadonlyMap<string, T>; readonly conflicts: readonly string[] } {
  const value = new Map<string, T>()
  const conflicts: string[] = []
  for (const key of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const outcome = mergeValue<T | undefined>(base.get(key), ours.get(key), theirs.get(key), same, same)
    const chosen = 'value' in outcome ? outcome.value : prevailing.get(key)
    if ('conflict' in outcome) conflicts.push(key)
    if (chosen !== undefined) value.set(key, chosen)
  }
  return { value, conflicts }
}

/**
 * Merges the order of the items in `there`: the base order, or the order of the one side that changed it. New items follow their
 * predecessor. It is a conflict if both sides ordered their common items differently: then ours wins, or theirs with `prefersTheirs`.
 */
export function mergeOrders(
  base: readonly number[],
  ours: readonly number[],
  theirs: readonly number[],
  there: ReadonlySet<number>,
  nameOf: (item: number) => string,
  prefersTheirs: boolean,
): { readonly value: readonly number[]; readonly isConflict: boolean } {
  const stableItems = new Set(base.filter((item) => there.has(item)))
  const common = [...stableItems].filter((item) => ours.includes(item) && theirs.includes(item))
  const [old, ourOrder, other] = [base, ours, theirs].map((order) => order.filter((item) => common.includes(item)).join())
  const isConflict = ourOrder !== old && other !== old && ourOrder !== other
  const leading = ourOrder === old || (isConflict && prefersTheirs) ? theirs : ours
  const result: number[] = leading.filter((item) => stableItems.has(item))
  // Base items that only one side still has, because their deletion did not prevail.
  for (const order of [ours, theirs])
    insertMissing(
      order.filter((item) => stableItems.has(item)),
      result,
    )
  // Items that both sides added take their place from the prevailing side.
  const [prevailing, yielding] = prefersTheirs ? [theirs, ours] : [ours, theirs]
  const sole = new Set([...there].filter((item) => !prevailing.includes(item)))
  const prevailingGroups = groupByAnchor(prevailing, stableItems, there)
  const right = groupByAnchor(yielding, stableItems, sole)
  for (const anchor of new Set([...prevailingGroups.keys(), ...right.keys()])) {
    const [a, b] = [prevailingGroups.get(anchor) ?? [], right.get(anchor) ?? []]
    const isFirst = a.length === 0 || b.length === 0 || nameOf(a[0]!) <= nameOf(b[0]!)
    result.splice(anchor === null ? 0 : result.indexOf(anchor) + 1, 0, ...(isFirst ? [...a, ...b] : [...b, ...a]))
  }
  return { value: result, isConflict }
}

/** Inserts missing items after their predecessor. */
function insertMissing(order: readonly number[], result: number[]): void {
  for (const [index, item] of order.entries()) {
    if (!result.includes(item)) result.splice(index === 0 ? 0 : result.indexOf(order[index - 1]!) + 1, 0, item)
  }
}

/** New items by the last base item before them; null for the beginning. */
function groupByAnchor(
  order: readonly number[],
  stableItems: ReadonlySet<number>,
  there: ReadonlySet<number>,
): ReadonlyMap<number | null, readonly number[]> {
  const groups = new Map<number | null, number[]>()
  let anchor: number | null = null
  for (const item of order) {
    if (stableItems.has(item)) anchor = item
    else if (there.has(item)) groups.set(anchor, [...(groups.get(anchor) ?? []), item])
  }
  return groups
}
