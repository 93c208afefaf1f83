// The keys by which the parts of a sheet name each other: made of names and titles, so that the same product always has the same.
import { toUrlLabel } from '../../model/entity/label.js'

/** Words of the one-line language, which no part is called by. */
const reserved: ReadonlySet<string> = new Set(['and', 'or', 'not', 'true', 'false'])
const longest = 60

/** What a key looks like: letters of any script, digits and underscores, at least one of them no digit. */
export const keyPattern = /^(?=.*[\p{L}_])[\p{L}\p{N}_]+$/u

/** `Sliding door 2×4` → `sliding_door_2_4`; '' where nothing of the text can stand in a key. */
export function slugOf(text: string): string {
  const slug = [...toUrlLabel(text).replaceAll('-', '_')].slice(0, longest).join('').replace(/_$/, '')
  if (slug === '') return ''
  return reserved.has(slug) || !keyPattern.test(slug) ? `_${slug}` : slug
}

/** The keys of neighbours by their titles alone: one that is taken is continued with _2, _3 … in their order. */
export function titleKeys(titles: readonly string[], fallback: string): readonly string[] {
  const free = freeKeys(new Set())
  return titles.map((title) => free(slugOf(title) || fallback))
}

/** Gives each base a key that is not taken; numbers that were given to a base once are not tried again. */
function freeKeys(taken: Set<string>): (base: string) => string {
  const next = new Map<string, number>()
  return (base) => {
    let key = base
    let n = next.get(base) ?? 2
    for (; taken.has(key); n++) key = `${base}_${n}`
    next.set(base, n)
    taken.add(key)
    return key
  }
}

/** The keys of neighbours: of their internal names where they have one, else of their titles. */
export function keysOf(
  parts: readonly { readonly internal: string; readonly title: string }[],
  fallback: string,
): readonly string[] {
  const byTitle = titleKeys(
    parts.map(({ title }) => title),
    fallback,
  )
  const free = freeKeys(new Set(byTitle.filter((_, index) => parts[index]!.internal === '')))
  return parts.map(({ internal }, index) => (internal === '' ? byTitle[index]! : free(slugOf(internal) || byTitle[index]!)))
}

/** The internal names that neighbours need to be called by these keys again; '' where the title alone gives the key. */
export function internalNames(keys: readonly string[], titles: readonly string[], fallback: string): readonly string[] {
  const byTitle = titleKeys(titles, fallback)
  return keys.map((key, index) => (byTitle[index] === key ? '' : key))
}
