// The clipboard of the product tree. It works across products and browser windows.
import { createStore } from '../ground/store.js'

export interface Clip {
  readonly entity: string
  readonly id: number
  readonly title: string
  readonly product: number
  /** True for a move: the original is deleted after pasting. */
  readonly cut: boolean
}

const place = 'svc-admin-clip'

function isClip(value: unknown): value is Clip {
  const { entity, id, title, product } = (value ?? {}) as Partial<Record<keyof Clip, unknown>>
  return typeof entity === 'string' && typeof id === 'number' && typeof title === 'string' && typeof product === 'number'
}

function kept(): Clip | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    return isClip(value) ? value : null
  } catch {
    return null
  }
}

export const clip = createStore<Clip | null>(kept())

export function keepClip(next: Clip | null): void {
  clip.set(next)
  try {
    if (next) localStorage.setItem(place, JSON.stringify(next))
    else localStorage.removeItem(place)
  } catch {
    // Without browser storage it lasts until the page closes.
  }
}

addEventListener('storage', ({ key }) => key === place && clip.set(kept()))
