// Keeps in mind who shops in this browser and with which cart.
import { keyOf, type Remembered } from './visitor.js'

/** null forgets it. This page hears of it as other tabs do. */
export function remember(name: Remembered, value: string | null): void {
  const key = keyOf(name)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The account keeps its cart; a guest has it on this page.
  }
  dispatchEvent(new StorageEvent('storage', { key }))
}
