// A minimal observable value for state outside of the component tree, and the color scheme that is stored in one.
import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function createStore<T>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Dark or light theme: the system's setting, or the person's choice in this browser. */
export const themes = ['auto', 'light', 'dark'] as const
type ColorScheme = (typeof themes)[number]

const storageKey = 'svc-admin-theme'

function loadTheme(): ColorScheme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? 'auto'
  } catch {
    return 'auto'
  }
}

export const themeStore = createStore<ColorScheme>(loadTheme())

function applyTheme(): void {
  document.documentElement.dataset['theme'] = themeStore.get()
}

/** Applies the theme now and after each change. */
export function startTheme(): void {
  applyTheme()
  themeStore.subscribe(() => {
    applyTheme()
    try {
      localStorage.setItem(storageKey, themeStore.get())
    } catch {
      // Without browser storage the choice lasts until the page closes.
    }
  })
}
