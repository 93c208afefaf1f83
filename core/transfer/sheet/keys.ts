// Creates the keys by which the parts of a sheet reference each other: derived from names and titles, so they are stable.
import { toUrlLabel } from '../../model/entity/label.js'

/** Reserved words of the one-line notation; no key may equal one. */
const reservedWords: ReadonlySet<string> = new Set(['and', 'or', 'not', 'true', 'false'])
const maxKeyLength = 60

/** Key syntax: letters of any script, digits and underscores, not only digits. */
export const keyPattern = /^(?=.*[\p{L}_])[\p{L}\p{N}_]+$/u

/** `Sliding door 2×4` → `sliding_door_2_4`; '' if no character of the text is allowed in a key. */
export function toKeySlug(text: string): string {
  const slug = [...toUrlLabel(text).replaceAll('-', '_')].slice(0, maxKeyLength).join('').replace(/_$/, '')
  if (slug === '') return ''
  return reservedWords.has(slug) || !keyPattern.test(slug) ? `_${slug}` : slug
}

/** Keys of siblings from their titles alone; duplicates get the suffixes _2, _3 and so on, in order. */
export function createTitleKeys(titles: readonly string[], fallback: string): readonly string[] {
  const free = createKeyAllocator(new Set())
  return titles.map((title) => free(toKeySlug(title) || fallback))
}

/** Returns a function that makes a base unique. It stores the next number of each base and never retries earlier ones. */
function createKeyAllocator(usedKeys: Set<string>): (base: string) => string {
  const next = new Map<string, number>()
  return (base) => {
    let key = base
    let n = next.get(base) ?? 2
    for (; usedKeys.has(key); n++) key = `${base}_${n}`
    next.set(base, n)
    usedKeys.add(key)
    return key
  }
}

/** Keys of siblings: from the internal name if there is one, else from the title. */
export function createPartKeys(
  parts: readonly { readonly internal: string; readonly title: string }[],
  fallback: string,
): readonly string[] {
  const byTitle = createTitleKeys(
    parts.map(({ title }) => title),
    fallback,
  )
  const free = createKeyAllocator(new Set(byTitle.filter((_, index) => parts[index]!.internal === '')))
  return parts.map(({ internal }, index) => (internal === '' ? byTitle[index]! : free(toKeySlug(internal) || byTitle[index]!)))
}

/** The internal names that reproduce these keys; '' if the title alone gives the key. */
export function deriveInternalNames(keys: readonly string[], titles: readonly string[], fallback: string): readonly string[] {
  const byTitle = createTitleKeys(titles, fallback)
  return keys.map((key, index) => (byTitle[index] === key ? '' : key))
}
