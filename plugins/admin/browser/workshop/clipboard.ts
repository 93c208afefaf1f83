// The clipboard of the product tree, across products and browser windows.
import { createStore } from '../base/store.js'

export interface ClipboardEntry {
  readonly entity: string
  readonly id: number
  readonly title: string
  readonly product: number
  /** True for a move: the original is deleted after pasting. */
  readonly cut: boolean
}

const clipboardStorageKey = 'svc-admin-clip'

function isClipboardEntry(value: unknown): value is ClipboardEntry {
  const { entity, id, title, product } = (value ?? {}) as Partial<Record<keyof ClipboardEntry, unknown>>
  return typeof entity === 'string' && typeof id === 'number' && typeof title === 'string' && typeof product === 'number'
}

function loadClipboard(): ClipboardEntry | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(clipboardStorageKey) ?? 'null')
    return isClipboardEntry(value) ? value : null
  } catch {
    return null
  }
}

export const clipboardStore = createStore<ClipboardEntry | null>(loadClipboard())

export function setClipboard(next: ClipboardEntry | null): void {
  clipboardStore.set(next)
  try {
    if (next) localStorage.setItem(clipboardStorageKey, JSON.stringify(next))
    else localStorage.removeItem(clipboardStorageKey)
  } catch {
    // Without browser storage it lasts until the page closes.
  }
}

addEventListener('storage', ({ key }) => key === clipboardStorageKey && clipboardStore.set(loadClipboard()))
