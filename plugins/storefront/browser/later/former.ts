// Stores the state before the last change across a reload, so the comparison can still show it.
import type { Side } from './comparison.js'

interface Kept {
  /** Identifies the state that followed: token, revision and currency. */
  readonly state: string
  readonly before: Omit<Side, 'questions'> & { readonly questions: readonly (readonly [number, Chosen])[] }
}

type Chosen = Side['questions'] extends ReadonlyMap<number, infer One> ? One : never

const keyOf = (product: number): string => `svc-former-${product}`

/** Stores the state of one product. If storage is switched off or full, only the comparison is lost. */
export function keepFormer(product: number, state: string, before: Side | null): void {
  try {
    if (before === null) return sessionStorage.removeItem(keyOf(product))
    const questions = [...before.questions].map(([id, { selection, text }]) => [id, { selection, text }] as const)
    sessionStorage.setItem(keyOf(product), JSON.stringify({ state, before: { ...before, questions } } satisfies Kept))
  } catch {
    // Storage is not available or full.
  }
}

/** The state before the given one; null if unknown. */
export function formerOf(product: number, state: string): Side | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(product)) ?? 'null') as Kept | null
    return kept?.state === state ? { ...kept.before, questions: new Map(kept.before.questions) } : null
  } catch {
    return null
  }
}
