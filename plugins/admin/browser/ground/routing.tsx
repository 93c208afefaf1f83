// Client-side routing: switches screens without loading the page, and asks before unsaved input is lost.
import type { MouseEvent, ReactNode } from 'react'
import { root } from './root.js'
import { createStore, useStore } from './store.js'

export interface Way {
  /** Below the root, without the query. */
  readonly path: string
  readonly query: string
}

/** Asks whether unsaved input may be discarded. */
type Guard = () => Promise<boolean>

const read = (): Way => ({ path: decodeURI(location.pathname).slice(root.length), query: location.search })
const way = createStore<Way>(read())
let guard: Guard | null = null
let index = 0
/** True while the browser returns to the previous address, to ask first. */
let returning = false

export const useWay = (): Way => useStore(way)

/** Sets the guard that must confirm every navigation. null removes it. */
export function keepGuard(next: Guard | null): void {
  guard = next
}

/** Navigates to an address below the root. `replace` adds no history entry. Returns false if the guard refused. */
export async function go(to: string, { replace = false, guarded = true } = {}): Promise<boolean> {
  if (guarded && guard && !(await guard())) return false
  if (!replace) index += 1
  history[replace ? 'replaceState' : 'pushState']({ index }, '', root + to)
  way.set(read())
  return true
}

/** Changes the query of the current screen. No input is lost. */
export function goQuery(query: URLSearchParams, replace = true): void {
  const text = query.toString()
  if (!replace) index += 1
  history[replace ? 'replaceState' : 'pushState']({ index }, '', location.pathname + (text === '' ? '' : `?${text}`))
  way.set(read())
}

async function moved(event: PopStateEvent): Promise<void> {
  if (returning) {
    returning = false
    return
  }
  const to = (event.state as { readonly index?: number } | null)?.index ?? 0
  const asked = guard
  if (asked && to !== index) {
    const delta = to - index
    returning = true
    history.go(-delta)
    if (!(await asked())) return
    guard = null
    history.go(delta)
    return
  }
  index = to
  way.set(read())
}

/** Listens to the back and forward buttons, and warns before a page with unsaved input closes. */
export function startRouting(): void {
  index = (history.state as { readonly index?: number } | null)?.index ?? 0
  history.replaceState({ index }, '')
  addEventListener('popstate', (event) => void moved(event))
  addEventListener('beforeunload', (event) => {
    if (guard) event.preventDefault()
  })
}

interface LinkProps {
  readonly to: string
  readonly children: ReactNode
  readonly className?: string
  readonly current?: boolean
  readonly label?: string
  readonly onGo?: () => void
}

/** A link to a screen. With a modifier key it behaves like a normal link. */
export function Link({ to, children, className, current, label, onGo }: LinkProps): ReactNode {
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onGo?.()
    void go(to)
  }
  return (
    <a href={root + to} className={className} aria-current={current ? 'page' : undefined} aria-label={label} onClick={follow}>
      {children}
    </a>
  )
}
