// Stores the state before the last change across a reload, so the comparison can still show it.
import type { ComparedConfiguration } from './comparison.js'

interface StoredState {
  /** Identifies the state that followed: token, revision and currency. */
  readonly state: string
  readonly before: Omit<ComparedConfiguration, 'questions'> & {
    readonly questions: readonly (readonly [number, StoredQuestion])[]
  }
}

type StoredQuestion = ComparedConfiguration['questions'] extends ReadonlyMap<number, infer One> ? One : never

const previousStateKey = (product: number): string => `svc-former-${product}`

/** Stores the state of one product. If storage is switched off or full, only the comparison is lost. */
export function storePreviousState(product: number, state: string, before: ComparedConfiguration | null): void {
  try {
    if (before === null) return sessionStorage.removeItem(previousStateKey(product))
    const questions = [...before.questions].map(([id, { selection, text }]) => [id, { selection, text }] as const)
    sessionStorage.setItem(
      previousStateKey(product),
      JSON.stringify({ state, before: { ...before, questions } } satisfies StoredState),
    )
  } catch {
    // Storage is not available or full.
  }
}

/** The state before the given one; null if unknown. */
export function loadPreviousState(product: number, state: string): ComparedConfiguration | null {
  try {
    const storedState = JSON.parse(sessionStorage.getItem(previousStateKey(product)) ?? 'null') as StoredState | null
    return storedState?.state === state ? { ...storedState.before, questions: new Map(storedState.before.questions) } : null
  } catch {
    return null
  }
}
