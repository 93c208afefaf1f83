// Keeps over a reload what stood on the screen before the last change, so that it can still be compared with.
import type { Side } from './comparison.js'

interface Kept {
  /** Of what it is the former: token, revision and currency. */
  readonly state: string
  readonly before: Omit<Side, 'questions'> & { readonly questions: readonly (readonly [number, Chosen])[] }
}

type Chosen = Side['questions'] extends ReadonlyMap<number, infer One> ? One : never

const keyOf = (product: number): string => `svc-former-${product}`

/** One product's at a time; storage can be switched off by the browser, or be full: nothing is lost but the comparison. */
export function keepFormer(product: number, state: string, before: Side | null): void {
  try {
    if (before === null) return sessionStorage.removeItem(keyOf(product))
    const questions = [...before.questions].map(([id, { selection, text }]) => [id, { selection, text }] as const)
    sessionStorage.setItem(keyOf(product), JSON.stringify({ state, before: { ...before, questions } } satisfies Kept))
  } catch {
    // As above.
  }
}

/** What stood there before this state; null where that is not known. */
export function formerOf(product: number, state: string): Side | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(product)) ?? 'null') as Kept | null
    return kept?.state === state ? { ...kept.before, questions: new Map(kept.before.questions) } : null
  } catch {
    return null
  }
}
